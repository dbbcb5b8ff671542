"""Operations: logging, counters, limits and the service manager."""
