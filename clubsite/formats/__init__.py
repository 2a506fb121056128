"""How dates are written, where the framework's own way is not ours."""
