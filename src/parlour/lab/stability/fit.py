"""The model: a logistic function of the shape, what lies on the platform, and how steady the hand is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...components.piece_set import SHAPES
from ...components.stability import LEVELS, layers_of_shapes
from .runs import Placement

Floats = np.ndarray[Any, np.dtype[np.float64]]
_CAUTION = 1.0  # how strongly numbers are pulled to zero, as if by one more placement of each kind
_TEN = 10  # pieces are counted in tens while fitting, so that they are pulled as strongly as layers
PARTS = 4  # of the games: each judges a model that it had no part in


@dataclass(frozen=True)
class Model:
    """What components/stability/standard.toml says."""

    levels: list[tuple[float, float, float]]  # base, for each piece, for each layer
    shapes: list[float]
    placed: float
    one_more: float

    def risk(self, placements: Sequence[Placement]) -> Floats:
        levels = [part for base, piece, layer in self.levels for part in (base, piece * _TEN, layer)]
        weights = np.array([*levels, *self.shapes])
        return _chance(_features(placements) @ weights)


@dataclass(frozen=True)
class Judged:
    """How a model does on games it has not seen."""

    placements: int
    falls: int
    loss: float  # mean log loss
    loss_by_level: float  # of a model that knows the level of the hand only
    brier: float
    rank: float  # how often a placement that fell was given a higher risk than one that stood (AUC)
    bands: list[tuple[float, float, int]]  # risk foretold, share that fell, placements; in order of risk
    height_and_layers: float  # correlation


_LAYERS = layers_of_shapes()


def layers(placement: Placement) -> float:
    """The area of the pieces on the platform over the platform's own: what height comes down to, counted in layers."""
    return float(sum(_LAYERS[shape] for shape in placement.pieces))


def held_out(games: Sequence[list[Placement]], part: int) -> tuple[list[Placement], list[Placement]]:
    """All but one part of the games, and that part: whole games, so that no tower is in both."""
    parts = [number // len(LEVELS) % PARTS for number in range(len(games))]
    others = [one for of, game in zip(parts, games, strict=True) if of != part for one in game]
    return others, [one for of, game in zip(parts, games, strict=True) if of == part for one in game]


def fit(placements: Sequence[Placement]) -> Model:
    """By Newton's method, with a little pull to zero so that rare cases stay sober."""
    features = _features(placements)
    fell = np.array([one.fallen > 0 for one in placements], float)
    weights = np.zeros(features.shape[1])
    # More pieces are more layers, and what belongs to which is hard to tell: the pull shares it between them.
    pull = np.full(len(weights), _CAUTION)
    pull[: 3 * len(LEVELS) : 3] = 1e-3  # how steady the hand is, is what is asked for
    for _ in range(100):
        chance = _chance(features @ weights)
        slope = features.T @ (fell - chance) - pull * weights
        curve = (features * (chance * (1 - chance))[:, None]).T @ features + np.diag(pull)
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    levels = [(float(a), float(b) / _TEN, float(c)) for a, b, c in weights[: 3 * len(LEVELS)].reshape(-1, 3)]
    falls = [one for one in placements if one.fallen]
    extra = sum(one.fallen - 1 for one in falls)
    return Model(
        levels,
        [float(one) for one in weights[3 * len(LEVELS) :]],
        sum(one.placed_fell for one in falls) / max(1, len(falls)),
        extra / max(1, extra + len(falls)),  # geometric: so many more on average
    )


def judge(games: Sequence[list[Placement]]) -> Judged:
    """Every game is judged by a model that was fitted without it: each part in turn by one fitted to the others."""
    placements: list[Placement] = []
    risks, of_level = [], []
    for part in range(PARTS):
        others, judging = held_out(games, part)
        often = [np.mean([one.fallen > 0 for one in others if one.level == level]) for level in range(len(LEVELS))]
        placements += judging
        risks.append(fit(others).risk(judging))
        of_level += [often[one.level] for one in judging]
    return _judged(placements, np.concatenate(risks), np.array(of_level))


def _judged(placements: Sequence[Placement], risk: Floats, of_level: Floats) -> Judged:
    fell = np.array([one.fallen > 0 for one in placements])
    order = np.argsort(risk)
    bands = [(float(risk[part].mean()), float(fell[part].mean()), len(part)) for part in np.array_split(order, 8)]
    both = np.array([(one.height, layers(one)) for one in placements if one.pieces])
    higher = risk[fell][:, None] - risk[~fell][None, :]
    return Judged(
        len(placements),
        int(fell.sum()),
        _log_loss(risk, fell),
        _log_loss(of_level, fell),
        float(np.mean((risk - fell) ** 2)),
        float(np.mean((higher > 0) + 0.5 * (higher == 0))),
        bands,
        float(np.corrcoef(both.T)[0, 1]),
    )


def _features(placements: Sequence[Placement]) -> Floats:
    out = np.zeros((len(placements), 3 * len(LEVELS) + len(SHAPES)))
    for row, one in zip(out, placements, strict=True):
        row[3 * one.level : 3 * one.level + 3] = 1, len(one.pieces) / _TEN, layers(one)
        row[3 * len(LEVELS) + one.shape] = 1
    return out


def _chance(strain: Floats) -> Floats:
    return 1 / (1 + np.exp(-strain))


def _log_loss(risk: Floats, fell: Any) -> float:
    sure = np.clip(risk, 1e-6, 1 - 1e-6)
    return float(-np.mean(np.where(fell, np.log(sure), np.log(1 - sure))))
