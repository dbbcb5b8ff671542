"""What all tests share: how long they wait before they give up."""

PATIENCE_S = 120.0  # a guard against hanging, also on a busy machine: a test goes on as soon as its condition holds
