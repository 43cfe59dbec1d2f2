"""Retell a single match: as a score sheet, a curve, a replay, a picture, or a QR code."""
