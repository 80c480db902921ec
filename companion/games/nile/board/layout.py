"""What the page of a match is about at this moment: what a tap on market and fields says, and where both of them stand."""

from typing import Literal, NamedTuple

from companion.games.nile.board.action_entry import ActionEntry
from companion.games.nile.board.field_entry import FieldEntry
from companion.games.nile.board.opening_entry import BidEntry, OpeningEntry
from companion.games.nile.board.rot_entry import RotEntry
from companion.games.nile.board.tide_entry import TideEntry
from companion.games.nile.rules.state import Phase


class Layout(NamedTuple):
    """The entries that are open; what follows for the page is asked of it."""

    phase: Phase
    bids: BidEntry | None
    opening: OpeningEntry | None
    tide: TideEntry | None
    rot: RotEntry | None
    fields: FieldEntry | None
    actions: ActionEntry | None

    @property
    def mode(self) -> Literal["rot", "sell", ""]:
        """What a tap on a column of the market says: that plants rot there, or that one is sold there."""
        if self.rot and (self.tide or (self.actions and self.actions.tab == "more")):
            return "rot"
        return "sell" if self.actions and self.fields and self.fields.spot and self.fields.spot.crop else ""

    @property
    def paints(self) -> bool:
        """Whether a tap on a field writes its palms."""
        return self.has_banks and self.fields is not None and bool(self.fields.brush or self.fields.palms)

    @property
    def asks(self) -> Literal["desert", "water", "plants", ""]:
        """What is to be laid on a field now; those on which it may lie are framed."""
        if self.opening and self.opening.step == "deserts":
            return "desert" if self.fields and not self.fields.brush else ""
        if self.paints:
            return ""
        if self.opening and self.opening.step == "plants":
            return "plants" if self.fields and not self.fields.spot else ""
        return "water" if (self.opening.step == "water" if self.opening else self.tide) else ""

    @property
    def has_banks(self) -> bool:
        """Whether the fields stand on the page; where plants rot the market does, which is tapped then."""
        return self.fields is not None and self.mode != "rot"

    @property
    def table_first(self) -> bool:
        """Whether fields or market stand before the entry: they are tapped themselves, or looked at for it."""
        if self.paints or self.bids:
            return self.paints
        if self.opening:
            return self.opening.is_for_fields
        if self.fields and self.actions:
            return self.mode == "rot" or self.actions.tab != "more"
        # An action on a field, where only the market is followed, is only edited.
        return bool(self.fields or (self.actions and self.actions.tab != "field"))

    @property
    def table_within(self) -> bool:
        """Whether they lie in the drawer: while a tide is entered the market is looked at, if at all."""
        return not self.table_first and self.mode != "rot" and bool(self.fields or not self.opening)

    @property
    def market_within(self) -> bool:
        """Whether the market lies in the drawer beside the banks, where a tablet asks for the column of a sale."""
        return self.has_banks and self.phase != "boat"

    @property
    def is_looked_at_waiting(self) -> bool:
        """Whether who waits for an entry on another phone has the drawer in sight; in an auction nobody waits."""
        return not self.bids and (self.table_within or bool(self.actions and not self.fields))

    @property
    def is_looked_at_watching(self) -> bool:
        """Whether who only watches has it in sight."""
        return self.table_within or not (self.fields or self.rot)
