/** What a pattern of an input schema costs at worst. Pure. */
import { expect, it } from "vitest";
import { patternSteps } from "../../src/scripts/pattern-steps.ts";

it.each([
  { given: String.raw`^\d{4}-\d{2}$`, want: 1 },
  { given: String.raw`^(?:\d{1,3}\.){3}\d{1,3}$`, want: 81 },
  { given: "^(foo|bar)$", want: 2 },
  { given: "^(a|b){10}$", want: 1_024 },
  { given: "^a?b?$", want: 4 },
  { given: "^[A-Z]{2,5}-[0-9]+$", want: 4 * 100 },
  { given: "^[(+*]+$", want: 100 },
  { given: String.raw`^\(+$`, want: 100 },
  { given: "^(?:ab)+$", want: 100 },
  // It begins anywhere.
  { given: "a+b", want: 100 ** 2 },
  { given: "^a|b+c", want: 2 * 100 ** 2 },
  { given: String.raw`^[^@\s]+@[^@\s]+\.[^@\s]+$`, want: 100 ** 3 },
  { given: "^(a?){30}a{30}$", want: 2 ** 30 },
  { given: "^(a+)+$", want: Infinity },
  { given: "^(?:(a+)){2}$", want: Infinity },
  { given: "^(a|a)*$", want: Infinity },
  { given: "^((a?)b)*$", want: Infinity },
  { given: String.raw`^(a)\1$`, want: Infinity },
])("$given takes $want steps for a hundred characters", ({ given, want }) => {
  expect(patternSteps(given, 100)).toBe(want);
});
