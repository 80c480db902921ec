"""The policy of what a page may load and run: a refusal fails whichever test in a browser meets it."""

import pytest
from playwright.sync_api import Browser

from tests.e2e import evening
from tests.e2e.stage import Server, Watch, phone_context
from tests.servers import wait_until

WRONGS = {
    "script in the page": "const it = document.createElement('script'); it.textContent = '1'; document.body.append(it);",
    "handler in the page": "document.body.setAttribute('onclick', '1'); document.body.click();",
    "style in the page": "const it = document.createElement('style'); it.textContent = 'p{}'; document.body.append(it);",
    "script from elsewhere": """
        const it = document.createElement('script'); it.src = 'http://127.0.0.1:9/x.js'; document.body.append(it);""",
    "picture from elsewhere": "new Image().src = 'http://127.0.0.1:9/x.png';",
    "request to elsewhere": "fetch('http://127.0.0.1:9/').catch(() => 0);",
    "form to elsewhere": """
        const it = document.createElement('form'); it.action = 'http://127.0.0.1:9/'; document.body.append(it); it.submit();""",
    "frame": "const it = document.createElement('iframe'); it.src = 'http://127.0.0.1:9/'; document.body.append(it);",
    "other base": "const it = document.createElement('base'); it.href = 'http://127.0.0.1:9/'; document.head.append(it);",
    "code in a text": "setTimeout(() => { try { new Function('1')(); } catch (error) { 0; } }, 0);",
}


@pytest.mark.parametrize("wrong", WRONGS)
def test_a_refusal_of_the_policy_is_noticed(browser: Browser, server: Server, wrong: str) -> None:
    context = phone_context(browser, base_url=server.url)
    watch = Watch(context, ())
    try:
        page = context.new_page()
        page.goto(evening.land_unter(server.port).board)
        assert watch.problems() == []

        page.evaluate(f"() => {{ {WRONGS[wrong]} }}")

        wait_until(lambda: any("policy:" in problem for problem in watch.problems()), "the refusal is noticed")
        assert any("policy:" in problem for problem in watch.problems())
    finally:
        watch.close()
