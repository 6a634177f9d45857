"""`python -m parlour` is the command `parlour`."""

import sys

from .cli import main

sys.exit(main())
