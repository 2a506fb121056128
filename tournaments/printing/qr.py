"""The square patterns on printed sheets."""

from matches.qr import QR_MASK, QR_PIXELS, qr_address

__all__ = ["QR_MASK", "QR_PIXELS", "qr_address"]
