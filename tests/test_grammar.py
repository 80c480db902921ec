"""What a message reads like once it is filled: with 1 where a figure stands, two names where there can be two, and vowels."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from companion.web.app.i18n import joined
from tests.notes import forms
from tests.test_words import messages

PLACEHOLDER: Final = re.compile(r"\{(\w+)\}|%\((\w+)\)[sd]")
SEVERAL: Final = ("names", "colours")
"""What one name fills, or two."""
NO_FIGURES: Final = frozenset(
    """
    name owner other accuser accused who mover winner taker out turn tied leader one first second highest colour
    colours names plant plants what game reason file code host folder option command month day tile tiles when where
    time words marker condition area bank kind moves side sides placed told message text finding headline shown gains
    edge own near far setting detail ways word choice choices teams fields card column columns_ row round trick
    number level square x y field port version page matches value letter address link url place last short long rows
    levels pawns places sizes from to week
    """.split()
)
"""What words fill, or what names a thing and counts none: the number of a round, a card, a water level, a square."""
NEVER_ONE: Final = frozenset(
    """
    all hand each rounds tricks billabongs box termini terminus straight curve removed played ones fives left seats
    players wanted high lengths amount length quality kept stock bid held total fewest sum
    """.split()
)
"""What a box, a rule or the sentence itself makes more than one: 60 cards, 12 tricks, 2 rings in one trick."""
MORE_THAN_ONE: Final = re.compile(
    r"%\(count\)s (games, up|players are)|fields in play|fields are in play|squares, not|All \{count\} squares|first \{count\}"
    r"|at least \{count\} palms|at least \{least\} paths"
    r"|\{free\} squares|until you have|straights of each|an unused colour|end tiles\.|end tiles$|listed here|At most|at most \{most"
    r"|games\. Remove|entries and|\{most\} players|hide \{most|columns with|action points, and|weather cards and a few"
    r"|players are left|of \{all\}|limit cards stay|palms$|“\{choice\}”|It ends at|takes? \{points\} of|has 1 to"
)
"""English messages that are said of more than one only, by what stands before and after the figure."""
ONE_AND_MORE: Final = {
    "en": r"1 (?:[a-z-]+ )?(?!this\b|less\b|plus\b|as\b|is\b|was\b|its\b|counts\b|fits\b|goes\b)[a-z]+(?<!s)s\b",
    "de": r"1 (?:\w+karten|Karten|Punkte|Ringe|\w+ Ringe|Felder|Spalten|Geraden|Kurven|Pflanzen|Stiche|Runden|Schritte"
    r"|Pfeile|Farben|Wegstücke|Durchgänge|Partien|Figuren|Palmen|Tiere|Einer|ganze|halbe)\b",
    "fr": r"1 (?!en\b)(?:[a-zé]+ )?(?!fois|plus|moins|pas|dans|sans|des|au|autres\b)[a-zàâéèêîôûç]+s\b",
    "es": r"1 (?:[a-z]+ )?(?!es\b|más\b|menos\b|de\b|las\b|los\b)[a-záéíóúñ]+(?:as|os|es)\b",
}
"""A noun of several after 1."""
DOES: Final = {
    "en": ("and",
        r"(?:is|has|was|does|doesn’t|isn’t|hasn’t|loses|takes|wins|pays|plays|leads|shows|ends|gets|goes|places)"),
    "de": ("und",
        r"(?:ist|hat|wird|war|verliert|nimmt|gewinnt|zahlt|spielt|führt|zeigt|endet|bekommt|geht|legt|kann|muss)"),
    "fr": ("et", r"(?:n’|s’|ne |se )?(?:est|a|perd|prend|gagne|paie|joue|montre|finit|arrête|va|pose|commence|peut|doit)"),
    "es": ("y", r"(?:no |se )?(?:es|está|ha|tiene|pierde|toma|gana|paga|juega|muestra|acaba|va|coloca|puede|debe|queda)"),
}  # fmt: skip
"""The word for and, and what one does and two do not."""

BEHIND_A_FIGURE: Final = r"[{(](\w+)(?:\}|\)s) ([^\W\d_]+)"
"""A figure’s placeholder and the word behind it."""
NAMES: Final = frozenset(
    "name names owner other accuser accused who mover winner taker turn leader first second".split()
)
"""What a person’s name fills."""


def said(language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for one in messages("de" if language == "en" else language):
        yield forms(one.id)[0], tuple(forms(one.id if language == "en" else one.string))


def fill(text: str, name: str, value: str) -> str:
    """The text with this for one placeholder, and a sign for each other."""
    return PLACEHOLDER.sub("§", re.sub(rf"\{{{name}\}}|%\({name}\)[sd]", value, text))


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_no_figure_that_can_be_1_stands_before_a_noun_of_several(language: str) -> None:
    wrong = []
    for english, translated in said(language):
        for form in translated:
            for name in {one or other for one, other in PLACEHOLDER.findall(form)} - NO_FIGURES - NEVER_ONE:
                is_chosen_by_it = len(translated) > 1 and name in ("count", "num", "rings")
                is_wrong = re.search(rf"(?<![\w§×−+-]){ONE_AND_MORE[language]}", fill(form, name, "1"))
                if is_wrong and not is_chosen_by_it and not MORE_THAN_ONE.search(english):
                    wrong.append((name, form))
    assert wrong == []


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_the_area_that_holds_the_tiles_is_not_said_to_be_too_small(language: str) -> None:
    fits, beyond = (one for english, one in said(language) if re.match("The tiles (now|then) cover", english))
    assert fits[0].split(". ")[-1] != beyond[0].split(". ")[-1]


def chosen(language: str, translated: tuple[str, ...], figure: int) -> str:
    """The form that a figure takes: of the one form there is, or of two."""
    return translated[0] if figure == 1 or (figure == 0 and language == "fr") else translated[-1]


def counted(language: str) -> tuple[set[str], set[str]]:
    """The nouns behind a figure in messages with two forms: those of one thing, and those of several."""
    pairs = {
        (one[1], more[1])
        for _, translated in said(language)
        if len(translated) > 1
        for one, more in zip(*(re.findall(BEHIND_A_FIGURE, form) for form in translated), strict=False)
        if one[0] == more[0]
        and (one[1][0].isupper() if language == "de" else more[1][-1] == "s" and more[1].startswith(one[1][:2]))
    }
    alike = {one for one, more in pairs if one == more}
    return {one for one, _ in pairs} - alike, {more for _, more in pairs} - alike


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_every_counted_word_agrees_with_0_1_2_and_5(language: str) -> None:
    of_one, of_several = counted(language)
    assert len(of_one) > 12
    wrong = []
    for english, translated in said(language):
        for name in {one or other for one, other in PLACEHOLDER.findall(translated[0])} - NO_FIGURES:
            for figure in (0, 1, 2, 5):
                filled = fill(chosen(language, translated, figure), name, str(figure))
                not_said = of_several if figure == 1 or (figure == 0 and language == "fr") else of_one
                behind = re.findall(rf"(?<![\w§×−+,.:-]){figure} ([^\W\d_]+)\b(?! cards)", filled)
                if not_said & set(behind) and not (figure < 2 and (name in NEVER_ONE or MORE_THAN_ONE.search(english))):
                    wrong.append((name, figure, filled))
    assert wrong == []


@pytest.mark.parametrize("language", ["fr", "es"])
def test_before_every_name_small_words_are_as_they_are_before_a_vowel_or_an_i(language: str) -> None:
    broken = {
        "fr": r"(?:de|que|\w+que|le|la|se|ne|me|te|je|ce|jusque) (?=Ana|Íñigo|Hugo)",
        "es": r"y (?=Íñigo)|o (?=Óscar)",
    }
    assert [
        filled
        for _, translated in said(language)
        for form in translated
        for name in {one or other for one, other in PLACEHOLDER.findall(form)} & NAMES
        for filled in [joined(fill(form, name, who), language) for who in ("Ana", "Íñigo", "Hugo", "Óscar")]
        if re.search(rf"\b(?:{broken[language]})", filled, re.IGNORECASE)
    ] == []


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_what_two_do_is_not_said_as_of_one(language: str) -> None:
    both, does = DOES[language]
    assert [
        form
        for _, translated in said(language)
        for form in translated
        for name in SEVERAL
        if len(translated) == 1
        # The player of red and green is one.
        and not re.search(r"(Der Spieler von|El jugador de|Le joueur) \{", form)
        and re.search(rf"Ana {both} Ben {does}\b", fill(form, name, f"Ana {both} Ben"))
    ] == []


def test_small_words_are_as_they_are_before_a_vowel() -> None:
    assert (
        joined("la main de Ana, celle de Ben et ce que Íñigo joue", "fr")
        == "la main d’Ana, celle de Ben et ce qu’Íñigo joue"
    )
    assert joined("de <bdi>Ana</bdi>, de\u00a0Hugo et de huit", "fr") == "d’<bdi>Ana</bdi>, d’Hugo et de huit"
    assert joined("Ana y Inés, Hugo y Hielo", "es") == "Ana e Inés, Hugo y Hielo"
    assert joined("de Ana y Inés", "de") == "de Ana y Inés"


def test_no_french_article_stands_before_a_name() -> None:
    names = r"\b(?:le|la) (?:\{(?:names?|owner|other|accuser|accused)\}|%\(names?\)s)"
    assert [form for _, translated in said("fr") for form in translated if re.search(names, form)] == []
