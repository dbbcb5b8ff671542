"""The tests of docs/developing/test.md, collected here as if each block were a file of this folder."""

import re
from types import ModuleType

from tests.project.sources import ROOT

PAGE = (ROOT / "docs/developing/test.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)

for number, block in enumerate(BLOCKS):
    file = ModuleType(f"{__name__}_{number}")
    exec(compile(block, f"block {number} of docs/developing/test.md", "exec"), vars(file))
    globals().update({name: value for name, value in vars(file).items() if name.startswith("test_")})
