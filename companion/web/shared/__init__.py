"""What pages of several areas show or do: documents and versions, card faces, portraits, navigation, links."""
