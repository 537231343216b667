/** The names closest to a wrong one. */
import { expect, it } from "vitest";
import { nearest } from "../../src/lib/nearest.ts";

it.each([
  { wanted: "list_notez", names: ["list_notes", "add_note", "获取", "查询", "更新"], want: ["list_notes"] },
  { wanted: "list_notez", names: ["a", "li", "list_notes", "__"], want: ["list_notes", "li"] },
  { wanted: "equals", names: ["eq", "ne", "gt"], want: ["eq"] },
  { wanted: "天气预报", names: ["db", "天气预告", "github"], want: ["天气预告"] },
  { wanted: "天気", names: ["db", "github"], want: [] },
  { wanted: "nope", names: ["notes"], want: [] },
  { wanted: "note", names: ["notes", "mode"], want: ["notes"] },
  { wanted: "lsit", names: ["list"], want: ["list"] },
  { wanted: "gihtub", names: ["github"], want: ["github"] },
  { wanted: "geet", names: ["get"], want: ["get"] },
  { wanted: "", names: ["github", "__"], want: ["__"] },
  { wanted: "perPage", names: ["page", "per_page", "perpages"], want: ["per_page"] },
  { wanted: "notes", names: ["my-notes", "mail"], want: ["my-notes"] },
])("finds $want for $wanted among $names", ({ wanted, names, want }) => {
  expect(nearest(wanted, names)).toStrictEqual(want);
});
