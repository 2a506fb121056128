"""Signing up before the day: lists with places, a waiting list, confirming."""
