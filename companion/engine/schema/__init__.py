"""What a declaration says, walked over once for all that follows from it.

`marks` are what a field says beyond its type, `declared` takes a type apart, and the rest are walkers over it: `codec` reads
and writes values, `formdata` writes them as a form does, `form` asks for them, `answers` brings what was answered into line
with a form, and `json_schema` describes them.
"""
