"""Files that released versions wrote. They are never changed, and every later version opens them."""
