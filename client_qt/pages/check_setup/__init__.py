"""Help > Check my set-up."""
