"""The charts of the scores are made of what they are given, so that all phones and the television share one."""

from companion.engine.charts import by_seat, line_chart
from companion.web.app.seat_style import seat_styles
from companion.web.create_app import create_app


def test_a_chart_names_those_it_is_given_and_knows_no_page() -> None:
    app = create_app()
    chart = line_chart([0, 1], by_seat([(0, 0), (3, 5)]))
    draw = app.jinja_env.from_string('{{ "charts.html:lines"|drawn(chart|itself, "The scores", looks, names) }}')
    with app.test_request_context():
        drawn = draw.render(chart=chart, looks=seat_styles(names=("Ana", "Ben")), names=("Ana", "Ben"))
    assert "Ana" in drawn
    assert "Ben" in drawn
