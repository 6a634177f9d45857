import { expect, test } from "vitest";

import { newsOf } from "../src/lib/news";

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
