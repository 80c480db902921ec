"""Forms made from declarations: what a ruling asks for, as questions to be answered by tapping.

A dataclass and its marks say everything. `shapes` unwraps a type, `answers` brings what an address says into line with
the form, `questions` makes the form, and `address` reads and writes the address.
"""
