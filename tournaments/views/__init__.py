"""Pages of tournaments: public ones, and the desk."""
