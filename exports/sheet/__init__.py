"""The army sheet: a PDF for the table that carries its roster document.

`printing.print_sheet` makes it, `reading.read_sheet` takes the document out of an untrusted file again, `verifying.verify`
says whether paper and data agree. Import these modules themselves: who only reads sheets needs no ReportLab.
"""
