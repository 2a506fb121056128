"""Helpers of all views: fragments, error messages, throttling, context."""
