import { expect, test } from "vitest";

import { newsOf, weightiest } from "../src/lib/news";

test("what befell you is never left out for want of room", () => {
  const told = ["Ben plays 8. You miss a turn.", "Ana draws.", "Cleo draws.", "Ben draws.", "Ana passes."];
  expect(weightiest(told, 3)).toEqual(["Ben plays 8. You miss a turn.", "Ben draws.", "Ana passes."]);
  const grabs = [
    "Ben grabs Cleo's 3s.",
    "Cleo grabs your 5s.",
    "Dora grabs Ben's 3s.",
    "Ben grabs Dora's 2s.",
  ];
  expect(weightiest(grabs, 2)).toEqual(grabs.filter((_, at) => at === 1 || at === 3)); // in the order in which it was
  expect(weightiest(["Ben grabs your 8s."], 3)).toEqual(["Ben grabs your 8s."]);
  expect(weightiest(["a", "You b", "your c"], 1)).toEqual(["your c"]);
});

test("what was told before one listens is old; after that, each line is news once", () => {
  const news = newsOf();
  expect(news(["a", "b"])).toEqual([]);
  expect(news(["a", "b", "c", "d"])).toEqual(["c", "d"]);
  expect(news(["a", "b", "c", "d"])).toEqual([]);
});

test("after a new match all that is told is news", () => {
  const news = newsOf();
  news(["a", "b"]);
  expect(news([])).toEqual([]);
  expect(news(["c"])).toEqual(["c"]);
});
