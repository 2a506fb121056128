"""The HTTP API for other programs: what is asked, what is answered, who may."""
