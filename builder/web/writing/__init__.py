"""Documents as forms: a tree of fields made from the document's schema, and what was posted written back into the document.

`nodes.Form` makes the tree; `edits` applies a posted form to the document that it was made of; `plain` says problems as a
form's reader understands them. A form carries the document that it was made of, and only what differs from what it showed
is written: what the form has no field for stays as it was, and several windows do not disturb each other.
"""
