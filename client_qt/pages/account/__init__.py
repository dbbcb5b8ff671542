"""Account, devices and key of this computer."""
