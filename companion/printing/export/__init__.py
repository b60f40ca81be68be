"""Files for other programs: pictures, deck sheets for virtual tables, pages for print shops, cut files."""
