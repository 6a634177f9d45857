import { describe, expect, test } from "vitest";

import type { Gesture } from "../../lib/gestures";

import {
  allCan,
  away,
  holding,
  home,
  isIdle,
  isWiped,
  leaves,
  leaving,
  newCards,
  prompt,
  read,
  roundsLeft,
  spoken,
  together,
  whoGets,
  whyNot,
  type CoopView,
} from "./moves";

const COLOURS = ["red", "yellow", "blue", "white", "black"];
const SHAPES = ["square", "circle", "triangle"];

const lying = (name: string) => ({
  card: "star: white square, yellow circle, red triangle; 2 points",
  name,
  covers: [null, "blue circle", "omni 3"],
  covered_by: [null, 0, 1],
  scuttled: false,
});
const view: CoopView = {
  seat: 0,
  players: 2,
  to_act: [0, 1],
  winners: [],
  round: 1,
  types: ["sun", "star"],
  hand: ["white square", "red triangle"],
  hands: [
    ["white square", "red triangle"],
    ["red triangle", "omni 1"],
  ],
  hand_sizes: [2, 2],
  piles: [28, 29],
  deck: 40,
  track: [lying("star 7"), lying("star 8"), lying("star 9"), lying("star 10")],
  team: [],
  house: [{ card: "moon: red square, red circle, red triangle; 3 points; chevron", name: "moon 9" }],
  commitments: [null, null],
  committed: [[], []],
  deeds: ["nothing", "nothing"],
  team_points: 4,
  house_points: 3,
  target: 20,
  pace: "printed",
  open_hands: true,
  black: 2,
  black_out: 0,
};
const names = ["Ada", "Ben"];
const only = (words: string) => read([{ number: 9, words }], view)[0];

test("a Black Card is told from a player who is called so", () => {
  const odd = ["Mrs. Brown", "Black Card", "The team"];
  const wiped =
    "Mrs. Brown finishes. New on the track: sun 3. A Black Card wipes the track! The team takes sun 1 and moon 2. The House takes star 3. Nobody gets leaf 4. Round 5 begins.";
  expect(isWiped(wiped, odd)).toBe(true);
  expect(leaving(wiped, odd)).toBe(
    "The team takes sun 1 and moon 2. The House takes star 3. Nobody gets leaf 4.",
  );
  for (const line of ["Black Card finishes.", "Another Black Card finds the track empty."])
    expect(isWiped(line, odd)).toBe(false);
});

test("the sentence urges to what can still be done", () => {
  const done = only("finish") as Gesture;
  const asked = (more: Partial<CoopView>, ...words: string[]): string =>
    prompt({ ...view, ...more }, names, 0, null, [...words.flatMap((one) => only(one) ?? []), done]);
  const elsewhere = "cover square of card 2 with white square";
  // A scuttle is no cover.
  expect(asked({}, "scuttle card 1 by square", elsewhere)).toContain("you hold nothing for it");
  // The others are done, and nothing in this hand covers what is left of it.
  expect(asked({ to_act: [0] }, elsewhere)).toBe(
    "Star 7 cannot be finished in this round: cover another card, or say you are done.",
  );
  expect(asked({ to_act: [0] }, "cover square of card 1 with white square")).toBe(
    "Cover star 7: it leaves after this round.",
  );
  const bare = { ...lying("star 7"), covers: [null, null, "omni 3"] };
  const track = [bare, ...view.track.slice(1)];
  expect(asked({ to_act: [0], track }, "cover square of card 1 with white square")).toBe(
    "Star 7 cannot be finished in this round: say you are done.",
  );
  expect(asked({ to_act: [0], track }, "cover square of card 1 with white square", "redraw")).toBe(
    "Star 7 cannot be finished in this round: redraw, or say you are done.",
  );
  expect(asked({ to_act: [0], hand_sizes: [1, 0], track }, elsewhere)).toContain("cannot be finished");
});

test("a hint calls cards by their names", () => {
  expect(spoken("cover square of card 2 with red square", view)).toBe(
    "Cover the square of star 8 with your red square",
  );
  expect(spoken("cover square of card 2 with omni 3", view)).toBe(
    "Cover the square of star 8 with your OMNI",
  );
  expect(spoken("steal moon 9 by circle", view)).toBe("Steal moon 9 by its circle");
  expect(spoken("scuttle card 4 by circle", view)).toBe("Scuttle star 10 by its circle");
  expect(spoken("scuttle card 4 by circle", null)).toBe("Scuttle card 4 by its circle");
  expect(spoken("redraw", view)).toBe("Redraw");
});

describe("every kind of move is read", () => {
  test("every cover goes from a card to a shape", () => {
    for (const place of [1, 2, 3, 4])
      for (const shape of SHAPES)
        for (const card of [...COLOURS.map((colour) => `${colour} ${shape}`), "omni 1", "omni 2", "omni 3"])
          expect(only(`cover ${shape} of card ${place} with ${card}`)).toMatchObject({
            card,
            place: `card-${place}-${shape}`,
          });
  });

  test("a steal commits the card that the House's card shows", () => {
    for (const shape of SHAPES)
      expect(only(`steal moon 9 by ${shape}`)).toMatchObject({ card: `red ${shape}`, place: "house-moon-9" });
  });
  test("a scuttle commits the card that the card on the track shows", () => {
    expect(only("scuttle card 2 by square")).toMatchObject({ card: "white square", place: "card-2-scuttle" });
    expect(only("scuttle card 4 by circle")).toMatchObject({
      card: "yellow circle",
      place: "card-4-scuttle",
    });
  });

  test.each([
    ["redraw", "Redraw"],
    ["finish", "I am done"],
  ])("%s is a button", (words, label) => {
    expect(only(words)).toMatchObject({ label });
    expect(only(words)?.card).toBeUndefined();
    expect(only(words)?.place).toBeUndefined();
  });
});

test("the sentence says what to do now", () => {
  expect(prompt(view, names, 0)).toBe("Cover star 7 together: it leaves after this round.");
  expect(prompt({ ...view, to_act: [0] }, names, 0)).toBe("Cover star 7: it leaves after this round.");
  const done = { number: 1, words: "finish", label: "I am done", about: "finish" };
  const redraw = { number: 2, words: "redraw", label: "Redraw", about: "redraw" };
  const cover = { number: 3, words: "", label: "", card: "red square", place: "card-1-square" };
  const asked = (...gestures: Gesture[]): string => prompt(view, names, 0, null, gestures);
  expect(asked(redraw, done)).toBe("None of your cards fits now: redraw, or say you are done.");
  expect(asked(done)).toBe("None of your cards fits now: say when you are done.");
  expect(asked({ ...cover, about: "scuttle" }, done)).toContain("cover nothing now: scuttle together, or");
  const inVain = { ...cover, about: "scuttle", quiet: true };
  const late = { ...view, to_act: [0] };
  expect(prompt(late, names, 0, null, [inVain, redraw, done])).toBe(
    "Your cards cover nothing now: redraw, or say you are done.",
  );
  expect(prompt(late, names, 0, null, [inVain, done])).toBe(
    "Your cards cover nothing now: say when you are done.",
  );
  const at = view.track.findIndex(({ name }) => name === "star 7") + 1;
  expect(asked({ ...cover, place: `card-${at}-square` }, done)).toContain("Cover star 7 together");
  expect(asked({ ...cover, place: "card-9-square" }, done)).toContain("you hold nothing for it");
  expect(prompt({ ...view, track: [] }, names, 0)).toContain("Cover all 3 shapes of a card before it leaves");
  expect(prompt({ ...view, to_act: [1] }, names, 0)).toBe("You are done for this round. Waiting for Ben.");
  expect(prompt({ ...view, to_act: [], winners: [0, 1] }, names, 0)).toBe("The team has won!");
});

describe("when a card leaves", () => {
  test("at the printed pace one card leaves a round, once the track is full", () => {
    expect([0, 1, 2, 3].map((place) => roundsLeft(view, place))).toEqual([1, 2, 3, 4]);
    expect(roundsLeft({ ...view, track: view.track.slice(0, 1) }, 0)).toBe(4);
  });

  test("at even pace five players get two and three in turn", () => {
    const even = { ...view, pace: "even" as const, players: 5 };
    expect([newCards(even), newCards(even, 1)]).toEqual([2, 3]);
    expect(newCards({ ...even, pace: "each" })).toBe(5);
  });

  test("labels say in which order several leave, and nothing once it is over", () => {
    expect([0, 1, 2].map((place) => leaves(view, place))).toEqual([
      "leaves now, to the House",
      "leaves after next round",
      "stays 2 rounds",
    ]);
    const each = { ...view, pace: "each" as const };
    expect([0, 1, 2].map((place) => leaves(each, place))).toEqual([
      "leaves 1st, to the House",
      "leaves 2nd, to the House",
      "leaves after next round",
    ]);
    expect(leaves({ ...each, to_act: [] }, 0)).toBe("");
  });

  test("who gets it, as it is covered now", () => {
    expect(whoGets(lying("star 7"))).toBe("House");
    expect(whoGets({ ...lying("star 7"), covers: ["white square", "blue circle", "omni 3"] })).toBe("team");
    expect(whoGets({ ...lying("star 7"), scuttled: true })).toBe("nobody");
  });

  test("a type that nobody plays is worth nothing to the team", () => {
    expect(isIdle(view, "moon 9")).toBe(true);
    expect(isIdle(view, "star 7")).toBe(false);
  });
});

describe("commitments", () => {
  const one = { to: "steal" as const, card: "moon 9", shape: "triangle" as const };

  test("those to the same deed belong together, and it is said who is missing", () => {
    expect(together({ ...view, commitments: [one, null] })).toEqual([
      { ...one, seats: [0], missing: [1], fails: false },
    ]);
    expect(together({ ...view, commitments: [one, null], to_act: [0] })[0]?.fails).toBe(true);
    expect(together({ ...view, commitments: [one, { ...one, shape: "circle" }] })).toHaveLength(2);
  });

  test("what cannot come about any more is quiet, and asked about first", () => {
    const read1 = (more: Partial<CoopView>, words = "steal moon 9 by triangle"): Gesture | undefined =>
      read([{ number: 9, words }], { ...view, ...more }, names)[0];
    expect(read1({})?.quiet).toBeUndefined();
    expect(read1({ to_act: [0] })).toMatchObject({ quiet: true });
    expect(read1({ to_act: [0] })?.sure).toMatch(
      /^Ben is done for this round, so nothing can come of it: your card is spent for this round/,
    );
    expect(read1({ to_act: [0], commitments: [null, one] })?.quiet).toBeUndefined(); // he has done his part
    const other = { ...one, card: "moon 8" };
    expect(read1({ commitments: [null, other] })?.sure).toContain("Ben has committed to something else");
    expect(read1({}, "steal moon 9 by square")?.sure).toContain("Ben holds no red square");
    const hidden = [view.hand, null];
    expect(read1({ hands: hidden }, "steal moon 9 by square")?.quiet).toBeUndefined(); // nobody knows
    expect(read1({ hands: hidden, hand_sizes: [2, 0] })?.quiet).toBe(true);
    const back = { ...view, to_act: [0], commitments: [one, null] };
    expect(prompt(back, names, 0)).toMatch(/^You cannot all steal moon 9 any more: your card comes back/);
  });

  test("whether all can is seen in open hands", () => {
    const gesture = only("steal moon 9 by triangle");
    expect(gesture && allCan(view, 0, gesture)).toBe(true);
    const other = { ...one, to: "scuttle" as const, card: "star 7" };
    expect(gesture && allCan({ ...view, commitments: [null, other] }, 0, gesture)).toBe(false);
    expect(gesture && allCan({ ...view, hands: [view.hand, null] }, 0, gesture)).toBe(false);
  });
});

test("cards come from the seat, the deck, or from whoever laid them", () => {
  expect(home("red triangle", null, view)).toEqual(["own-pile", "seat-0"]);
  expect(home("sun 7", null, view)).toBe("deck");
  expect(home("star 7 circle 0", null, view)).toEqual(["blue circle", "disc-0"]); // out of your hand
  expect(home("star 7 triangle 1", null, view)).toEqual([expect.stringMatching(/^held 1 /), "disc-1"]);
  expect(home("held 1 red circle", null, view)).toBe("disc-1"); // an open hand
  expect(home("moon 9", null, view)).toEqual(["exit", "house"]);
  const committed = {
    ...view,
    commitments: [{ to: "steal" as const, card: "moon 9", shape: "square" as const }, null],
    committed: [["red square"], []],
  };
  expect(home("moon 9 steal 0", view, committed)).toEqual(["red square", "disc-0"]);
});

test("a card that leaves the track goes to the team, or off at its end", () => {
  const [oldest = lying(""), ...track] = view.track;
  const left = { ...view, track };
  expect(away("star 7", view, { ...left, team: [oldest] })).toBe("team");
  expect(away("star 7", view, { ...left, house: [...view.house, oldest] })).toEqual(["exit", "house"]);
  expect(away("moon 9", view, { ...view, house: [], team: view.house })).toBe("team");
  expect(away("star 8", view, { ...left, team: [oldest] })).toBeUndefined();
});

test("a hand that is redrawn goes to its pile", () => {
  const before = { ...view, hand: ["red square"] };
  expect(away("red square", before, view, [[0, "redraw"]])).toEqual(["own-pile", "seat-0"]);
  expect(away("red square", before, view, [[1, "redraw"]])).toBeUndefined();
  expect(away("held 1 red square", before, view, [[1, "redraw"]])).toBe("disc-1");
  expect(away("held 1 red square", before, view, [[1, "finish"]])).toBeUndefined();
});

test("what takes all of you says so before it is done", () => {
  const held = (...words: string[]): string =>
    holding(
      "red square",
      words.flatMap((one) => read([{ number: 9, words: one }], { ...view, hands: [view.hand, null] })),
      { black: "Black is wild." },
    );
  expect(held("cover square of card 1 with red square")).toBe("Put it on a framed shape.");
  expect(held("steal moon 9 by square")).toBe(
    "Steal a card back from the House: all of you must commit a red square this round.",
  );
  expect(held("cover square of card 1 with red square", "scuttle card 1 by square")).toBe(
    "Cover a framed shape. Or scuttle: all of you must commit a red square this round.",
  );
  const inVain = only("steal moon 9 by square");
  expect(holding("red square", inVain ? [inVain] : [], {})).toBe(
    "Nothing on the track takes a red square now. It takes all of you to steal or scuttle with it, and Somebody holds no red square.",
  );
});

test("what somebody has begun is asked of the others", () => {
  const steal = { to: "steal" as const, card: "moon 9", shape: "square" as const };
  const begun = { ...view, commitments: [null, steal], committed: [[], ["red square"]] };
  expect(prompt({ ...begun, hand: ["red square"] }, names, 0)).toBe(
    "Ben wants to steal moon 9, which takes all of you: commit your red square, too.",
  );
  expect(prompt(begun, names, 0)).toBe(
    "Ben wants to steal moon 9, which takes all of you. You hold no red square.",
  );
  expect(prompt(begun, names, 1)).toBe("You have committed to steal moon 9. Ada must, too, or it fails.");
});

test("why a card cannot be played", () => {
  expect(whyNot("blue square")).toBe(
    "Nothing on the track takes a blue square now: it must match a shape that is still free.",
  );
  expect(whyNot("omni 2")).toContain("takes this OMNI now");
});
