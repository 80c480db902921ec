"""Forms made from declarations: what a ruling asks for, as questions that fingers can answer.

A dataclass and its marks say everything: `shapes` takes the wrappings off a type, `answers` brings what an address says
into line with the form, `questions` makes the form, `address` reads and writes the address.
"""
