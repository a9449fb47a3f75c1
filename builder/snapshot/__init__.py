"""From a roster to its frozen copy and back: `document.snapshot` and `document.roster_from_document`.

`unit` and `parts` turn the facts of a judgement into the document's units. `comparing` finds where a document contradicts
itself.
"""
