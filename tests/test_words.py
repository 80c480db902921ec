"""The words people read: what the voice forbids, how long a text may be, one wording for one thing."""

import ast
import re
from collections import defaultdict
from functools import cache
from importlib import import_module
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from companion.engine.rulings import Sentence
from companion.table.library import pads
from tests.notes import forms, is_short

ROOT = Path(__file__).parents[1]
HERE = ROOT / "companion" / "translations"
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w*\}")

BANNED = re.compile(
    r"\b(whoever|whomever|somebody|anybody|nobody|everybody|anew|all the same|for want of|mend(s|ed)?|derived|contest(s|ed)?"
    r"|in vain|would|may not|it says|for tables that"
    r"|the box (says|speaks|holds)|lays?|laid|journal|clauses?|broken? off|take it back|cannot)\b",
    re.IGNORECASE,
)
"""Words of nobody's living room, and those of the machine. The interface for programs may name its own fields."""
NAMES_A_FIELD = "The rules or the box don’t allow this. The field “clauses” says why."

LOGGED = {"{names} lead", "{name} leads", "{names} loses a ring", "{name} is out of this round"}
"""What the game log, a tank or a page says without a stop or from a template."""

OLD_WORDS = {
    "de": re.compile(
        r"Wasserl[oö]ch|Spielleitung|Tide|anklag|angeklagt|Klausel|\b(trage|lege|zähle)\b(?! ich)", re.IGNORECASE
    ),
    "fr": re.compile(
        r"\bclauses?\b|\bgraines?\b|\bsaisi\w*|marée|\badverses?\b|arbitrage|qui a le pilier|mettre en place une sauvegarde",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"\b(vosotros|vuestr\w+|tenéis|podéis|móvil(es)?|aparato|velada|cláusula|lote|cada cual|bajantes?|ordenador"
        r"|entradas?|anot\w+|introduc\w+|ustedes|celular|ajen[oa]s?|coger|os|\w+(áis|éis))\b",
        re.IGNORECASE,
    ),
}
"""What the glossary has replaced, by language."""

GLOSSARY = {
    "billabong": {"de": r"Billabong", "fr": r"billabong", "es": r"billabong"},
    "Limit card": {"de": r"Limitkarte", "fr": r"cartes? Limite", "es": r"cartas? de límite"},
    "game log": {"de": r"Verl[aä]uf", "fr": r"journa(l|ux)", "es": r"registro"},
    "obelisk": {"de": r"Obelisk", "fr": r"obélisque", "es": r"obelisco"},
    "start player": {"de": r"Startspieler", "fr": r"premier joueur", "es": r"jugador inicial|^Inicial"},
    "host": {"de": r"Host", "fr": r"h[ôo]te|accueil", "es": r"anfitri[óo]n"},
    "admin": {"de": r"[Vv]erwalt(ung|et)", "fr": r"administrat", "es": r"administra"},
    "ruling": {"de": r"Urteil|geht um", "fr": r"verdict", "es": r"veredicto"},
    "I disagree": {"de": r"Einspruch", "fr": r"pas d’accord|désaccord", "es": r"de acuerdo"},
    "objection": {"de": r"Einspr[uü]ch", "fr": r"objection|désaccord", "es": r"desacuerdo"},
    "accuses?|accused|accuser": {"de": r"verd[aä]cht|ankläger", "fr": r"accus", "es": r"acus"},
    "end tile": {"de": r"\bEnden?s?\b", "fr": r"terminus", "es": r"\blosetas? final(es)?\b"},
    "flood": {"de": r"Flut", "fr": r"\bflux|inond", "es": r"crecida|inund"},
    "ebb": {"de": r"Ebbe", "fr": r"reflux", "es": r"bajada"},
}
"""An English term, and the words for it in each language."""

OF_LAND_UNTER = {
    "trick": {"de": r"Stich", "fr": r"\bplis?\b", "es": r"\bbazas?\b"},
    "round(?! down)": {"de": r"Durchg[aä]ng|Ausgeschieden", "fr": r"\bmanches?\b|éliminé", "es": r"\brondas?\b|fuera"},
    "hand": {"de": r"Blatt|Blätter|Hand", "fr": r"\bmains?\b", "es": r"\bmanos?\b"},
    "ring": {"de": r"ring", "fr": r"bouée", "es": r"salvavidas|^Guardar los de|^pierde \d"},
    "water card": {
        "de": r"Wasser(stands)?karte|Wasserstand",
        "fr": r"cartes?\b.*\bniveau d’eau",
        "es": r"nivel de agua",
    },
}
"""The terms of one game that are ordinary words elsewhere."""

VERBS = {
    *("Save", "Undo", "Redo", "Cancel", "Edit", "Remove", "Continue", "Stop", "Resume", "Add", "Start", "End", "Open"),
    *("Join", "Find", "Show", "Print", "Close", "Clear", "Check", "Preview", "Restore", "Import", "Create", "Keep"),
    *("Place", "Turn", "Rotate", "Buy", "Spend", "Skip", "Play", "Pause", "Measure", "Read", "Put", "Enter", "Enlarge", "Count"),
    *("Get", "Go", "Draw", "Merge", "Separate", "Mark", "Trace", "Make", "Let", "Lock", "Free", "Disconnect", "Use", "Tap"),
    *("Track", "Finish", "Take", "Accuse", "Hide", "Bid", "Delete", "Pass", "Set", "Host", "Refresh", "Copy", "Bring"),
}  # fmt: skip
"""What a button may begin with: one verb for one act."""

ACTS = {
    "Save": {"de": "speichern", "fr": "enregistrer", "es": "guardar"},
    "Undo": {"de": "rückgängig", "fr": "annuler", "es": "deshacer"},
    "Cancel": {"de": "abbrechen", "fr": "fermer", "es": "cancelar"},
    "Redo": {"de": "wiederholen", "fr": "rétablir", "es": "rehacer"},
    "Edit": {"de": "bearbeiten", "fr": "modifier", "es": "editar"},
    "Remove": {"de": "entfernen", "fr": "retirer", "es": "quitar"},
    "Create": {"de": "erstellen", "fr": "créer", "es": "crear"},
    "Resume": {"de": "fortsetzen", "fr": "reprendre", "es": "reanudar"},
    "Print": {"de": "drucken", "fr": "imprimer", "es": "imprimir"},
}
"""The verb of an act in each language, and of no other act there."""

NO_ACT = {
    "a question that the next page asks": ("Who plays",),
    "says what happened": (
        *("%(name)s has gone home", "%(name)s is back", "%(name)s is leaving", "%(name)s is joining"),
        *("{name} starts.", "{name} is done"),
    ),
    "answers who": ("(removed)", "I’m %(name)s", "I’m not playing", "I’m back", "Just watch"),
    "answers yes or no": ("No", "Not me", "Agree", "Yes, I run it", "I disagree", "Column %(column)s anyway"),
    "answers who may": ("Everyone at the table can make entries for others.",),
    "says what is saved": (
        *("{name} takes {count} ring", "{name}: {plants} in the boat", "Card played", "We won", "We lost"),
        *("{count} plant in column {column} gets worse", "Column {column}: nothing rots", "No water card fits"),
        *("{count} water card taken", "{count} water card placed", "There is no water to take"),
    ),
    "says what is missing": ("Which card had the arrow?",),
    "says what is in the way": ("Only 2 plants go in the boat", "Only 2 plants get worse", "Only 2 cards: cancel one"),
    "one step of several in a row": (
        *("Done", "The whole table", "Next", "One fewer", "One more", "Back to the table", "Back to %(game)s"),
    ),
}
"""The buttons that are no act, by why not."""
NO_VERB = {text for texts in NO_ACT.values() for text in texts}

LONGEST = {"board": 36, "rules": 90, "clauses": 110, "elsewhere": 45}
"""Words a message may have by where it is said; most have far fewer."""
SENTENCE = {"board": 12, "rules": 17, "clauses": 20, "elsewhere": 19}
"""Words a sentence may have by where it is said."""
MOST = {"messages": 2715, "words": 18191}
"""The most there may be without answers to open questions and pads: what there is, and room for a house rule or a small game.

It rose twice: for what the rulebooks say and nothing here said, and for what is said at the console, now translated too;
and by five for one's own acts on the Nile, which one's own phone told as somebody else's."""


@cache
def messages(language: str) -> tuple[Message, ...]:
    with (HERE / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return tuple(one for one in read_po(file, locale=language) if one.id)


def english() -> list[tuple[str, str]]:
    """Every form of every message, and the first place where it is said."""
    return [(form, one.locations[0][0]) for one in messages("de") for form in forms(one.id)]


def lessons(language: str) -> list[str]:
    """What the ready pads say of their scoring, and of their examples."""
    notes = (one for pad in pads().values() if pad.example for one in pad.example.notes.items())
    noted = [line for spoken, lines in notes if spoken == language for line in lines]
    return [*noted, *(line for pad in pads().values() for line in pad.told(language))]


def plain(text: str) -> str:
    return PLACEHOLDER.sub(" ", text)


def area(place: str) -> str:
    """Where a text is said: on a board, in rules, or elsewhere."""
    if "/words/" in place:
        return "clauses" if "clauses" in place else "rules"
    return "board" if "/board/" in place or place.startswith(("templates/games/", "templates/play/")) else "elsewhere"


OF_PADS = re.compile(
    r"engine/(ready|row_signs|definition\w*|formula)\.py|cli/pads\.py|table/library\.py|own_game/|pages/(another|pad_)|evening/(defining|pad_form|passing_on|people)"
)
"""Where pads are read, shown and played: they are to express ever more."""


def is_answer(place: str) -> bool:
    """Whether a text answers an open question: such answers tell what tables do, and speculate."""
    return "open_questions" in place


def test_every_message_says_where_it_is_said() -> None:
    assert [one.id for one in messages("de") if not one.locations] == []


def test_every_short_message_has_a_note_for_translators_on_what_it_is_and_what_fills_it() -> None:
    for language in ("de", "fr", "es"):
        short = [
            (one, " ".join([*one.user_comments, *one.auto_comments])) for one in messages(language) if is_short(one)
        ]
        assert len(short) > 900
        filled = [(one.id, name, note) for one, note in short for name in re.findall(r"(?:%\(|\{)(\w+)", str(one.id))]
        assert [one.id for one, note in short if len(note.split()) < 3] == [], "make catalogs writes them"
        assert [(id, name) for id, name, note in filled if f"{name}: " not in note] == []


def test_no_message_uses_a_word_the_voice_forbids() -> None:
    said = [text for text, place in english() if not is_answer(place)] + lessons("en")
    told = [(text, BANNED.search(plain(text))) for text in said]
    assert [(text, hit[0]) for text, hit in told if hit and text != NAMES_A_FIELD] == []


def test_quotes_and_apostrophes_are_curly_and_no_sentence_has_a_semicolon() -> None:
    assert [text for text, _ in english() if "'" in text or '"' in text] == []
    said = [form for language in ("de", "fr", "es") for one in messages(language) for form in forms(one.string)]
    assert [text for text in [*(text for text, _ in english()), *said] if ";" in text and text.strip() != ";"] == []
    assert [text for text in said if "'" in text or '"' in text] == []


def test_no_message_is_longer_than_its_place_allows() -> None:
    long = [
        (len(plain(text).split()), text) for text, place in english() if len(plain(text).split()) > LONGEST[area(place)]
    ]
    assert long == []
    sentences = [
        part
        for text, place in english()
        for part in re.split(r"[.:?!] |\n", plain(text))
        if len(part.split()) > SENTENCE[area(place)]
    ]
    assert sentences == []


def test_there_are_no_more_messages_and_words_than_there_were() -> None:
    counted = [
        forms(one.id)[0]
        for one in messages("de")
        if not is_answer(one.locations[0][0]) and not OF_PADS.search(one.locations[0][0])
    ]
    assert len(counted) <= MOST["messages"]
    assert sum(len(PLACEHOLDER.sub("x", text).split()) for text in counted) <= MOST["words"]


def test_no_article_stands_before_what_is_filled_in() -> None:
    assert [text for text, _ in english() if re.search(r"\ban? (%\(|\{)(name|colour|plant|animal|owner)", text)] == []


def test_an_answer_to_an_open_question_names_the_rulebook() -> None:
    answers = [text for text, place in english() if is_answer(place)]
    assert [text for text in answers if re.search(r"\bIt (doesn’t|mentions|says|allows|gives)\b", text)] == []


def test_keep_never_saves() -> None:
    kept = [text for text, _ in english() if re.match(r"Keep (this|these|it)\b", text)]
    assert set(kept) <= {"Keep it as it is"}


def test_no_two_messages_say_the_same_but_for_case_stop_or_placeholder_style() -> None:
    same: dict[str, set[str]] = defaultdict(set)
    for one in messages("de"):
        if one.context is None:
            text = re.sub(r"%\((\w+)\)s", r"{\1}", forms(one.id)[0])
            if " " in text:  # a word alone is a label here and part of a sentence there
                same[text.lower().rstrip(".: ")].add(forms(one.id)[0])
    assert [sorted(found) for text, found in same.items() if len(found) > 1 and text not in LOGGED] == []


def test_the_glossary_holds_in_every_language() -> None:
    wrong = [
        (language, form, said)
        for language in ("de", "fr", "es")
        for one in messages(language)
        if not is_answer(one.locations[0][0])
        for term, words in (GLOSSARY | (OF_LAND_UNTER if "land_unter" in one.locations[0][0] else {})).items()
        for form, said in [(forms(one.id)[0], forms(one.string)[0].replace("\u00ad", ""))]
        if re.search(rf"\b(?<!-)({term})s?\b", plain(form), re.IGNORECASE)
        and not re.search(words[language], said, re.IGNORECASE)
    ]
    assert wrong == []


def test_no_translation_uses_a_word_the_glossary_has_replaced() -> None:
    assert [
        (language, said)
        for language, old in OLD_WORDS.items()
        for said in [*(form for one in messages(language) for form in forms(one.string)), *lessons(language)]
        if old.search(plain(said)) and not said.startswith("Les règles ou la boîte l’excluent")
    ] == []


def buttons() -> dict[str, str]:
    """What every button says in large, and in which template."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for button in re.findall(r"<button\b.*?</button>", path.read_text("utf-8"), re.DOTALL):
            blanked = re.sub(r"\{[{%#].*?[}%#]\}", lambda code: "\0" * len(code[0]), button, flags=re.DOTALL)
            inside = re.sub(
                r"<(small|span class=\"(?:s|hide)\").*?</", "", button[blanked.index(">") :], flags=re.DOTALL
            )
            found |= {text: str(path) for _, text in re.findall(r"""_\(\s*(["'])(.*?)\1""", inside)}
    return found


def declared() -> dict[str, str]:
    """What the main button of a board's entry says, and in which module: what fills `main`, or what `_main` returns."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "companion" / "games").rglob("board/*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            is_main = (
                (isinstance(node, ast.keyword) and node.arg == "main")
                or (isinstance(node, ast.FunctionDef) and node.name in ("main", "_main"))
                or (isinstance(node, ast.Assign) and isinstance(at := node.targets[0], ast.Name) and at.id == "main")
            )
            calls = [one for one in ast.walk(node) if is_main and isinstance(one, ast.Call)]
            texts = [one.args[0] for one in calls if isinstance(one.func, ast.Name) and one.func.id.startswith("say")]
            found |= {str(one.value): str(path) for one in texts if isinstance(one, ast.Constant)}
    return found


def test_every_button_is_a_verb_and_its_thing_or_says_why_not() -> None:
    said = buttons() | declared()
    assert len(said) > 120
    assert [
        (text, path) for text, path in said.items() if text.split()[0].rstrip(",") not in VERBS and text not in NO_VERB
    ] == []
    assert set(NO_VERB) - set(said) == set()


def test_one_act_has_one_verb_on_every_button_in_each_language() -> None:
    said = buttons() | declared()
    other = [
        (language, form, words)
        for language in ("de", "fr", "es")
        for one in messages(language)
        for form, words in [(forms(one.id)[0], forms(one.string)[0])]
        for verb in [form.split()[0].rstrip(",")]
        if form in said and verb in VERBS and (language, verb) != ("fr", "Close")  # what is cancelled is closed there
        for act, verbs in ACTS.items()
        if (act == verb) != bool(re.search(verbs[language], words, re.IGNORECASE))
    ]
    assert other == []


REFUSING = {"check", "NotAMove", "IllegalMove", "DoubtfulMove", "NotAllowed", "Refused"}
"""What refuses an entry or a request in words."""


def calls(tree: ast.AST, names: set[str]) -> list[ast.Call]:
    found = [one for one in ast.walk(tree) if isinstance(one, ast.Call)]
    return [one for one in found if isinstance(one.func, ast.Name) and one.func.id in names]


def test_a_refusal_has_at_most_15_words() -> None:
    texts: set[str] = set()
    for path in (ROOT / "companion").rglob("*.py"):
        refusals = calls(ast.parse(path.read_text("utf-8")), REFUSING)
        said = [one for call in refusals for one in calls(call, {"say", "say_many"})]
        given = [arg.value for one in said for arg in one.args if isinstance(arg, ast.Constant)]
        texts |= {one for one in given if type(one) is str}
        named = re.findall(r"\bsays\.([A-Z_]+)", "".join(ast.unparse(call) for call in refusals))
        module = ".".join((*path.relative_to(ROOT).parent.parts, "sentences"))
        sentences = [getattr(import_module(module), name) for name in named]
        texts |= {one.text.message for one in sentences if isinstance(one, Sentence)}
    assert len(texts) > 150
    assert [text for text in texts if len(PLACEHOLDER.sub("x", text).split()) > 15] == []
