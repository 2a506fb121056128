"""Paper: the only place that makes PDFs, with fonts and QR codes."""
