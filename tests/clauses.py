"""Compare the rule pages with the tests: every clause has a test that names it, and no test names one that is not.

    python tests/clauses.py

A clause stands on a page of docs/rulebook/ as `- **KB-5** ...`; its tests are called `test_kb_5_...`.
"""

import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLAUSE = re.compile(r"^- \*\*([A-Z]{2}-\d+[a-z]?)\*\*", re.MULTILINE)
TEST = re.compile(r"^\s*def test_([a-z]{2})_(\d+[a-z]?)_\w+", re.MULTILINE)


def clauses(pages: Path) -> Counter[str]:
    """The clauses of the rule pages, and how often each stands there."""
    return Counter(clause for page in sorted(pages.glob("*.md")) for clause in CLAUSE.findall(page.read_text("utf-8")))


def tests(folder: Path) -> Counter[str]:
    """The clauses that tests name, and by how many."""
    found: Counter[str] = Counter()
    for path in sorted(folder.rglob("test_*.py")):
        found.update(f"{box.upper()}-{number}" for box, number in TEST.findall(path.read_text("utf-8")))
    return found


def complaints(stated: Counter[str], tested: Counter[str]) -> list[str]:
    """What is wrong: nothing, if all is well."""
    wrong = [f"{clause} stands {count} times in the rule pages" for clause, count in stated.items() if count > 1]
    wrong += [f"{clause} has no test" for clause in stated if clause not in tested]
    wrong += [f"{clause} is tested but stands on no rule page" for clause in tested if clause not in stated]
    return wrong if stated else ["no clause was found in the rule pages"]


def main() -> int:
    stated, tested = clauses(ROOT / "docs" / "rulebook"), tests(ROOT / "tests")
    wrong = complaints(stated, tested)
    for complaint in wrong:
        print(complaint)
    print(f"{len(stated)} clauses, {sum(tested.values())} tests that name one, {len(wrong)} complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
