/** Values and texts that have broken parsers, databases, routers and printers. */
import type { Random } from "../../support/random.ts";

export const HOSTILE_TEXTS: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\r\nX-Injected: 1",
  "../../../etc/passwd",
  "..%2f..%2fkeys",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "-1",
  "1e400",
  "9007199254740993",
  "0x10",
  "true",
  "[]",
  "{}",
  "' OR 1=1 --",
  '"; DROP TABLE run; --',
  "%",
  "%00",
  "%zz",
  "%E0%A4%A",
  "*",
  "\\",
  "\ud800",
  "\udc00\ud800",
  "e\u0301\u202e\u200b",
  "😀",
  "ﬀ",
  "İ",
  "<script>alert(1)</script>",
  "${{7*7}}",
  "$&$1$`",
  "x".repeat(5_000),
  "é".repeat(3_000),
  "2026-02-30",
  "0000-00-00T00:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "r_",
  "k0000000000000000",
];

/** Any JSON value, mostly of the wrong kind. */
export function hostileValue(random: Random, depth = 0): unknown {
  switch (random.below(depth > 2 ? 6 : 9)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick([0, -0, -1, 1.5, 1e21, -1e308, 2 ** 53, 4_294_967_296, 600_001, Number.MAX_VALUE]);
    case 3:
    case 4:
      return random.pick(HOSTILE_TEXTS);
    case 5:
      return random.word();
    case 6:
      return random.list(4, () => hostileValue(random, depth + 1));
    case 7:
      return nested(random.below(300), random.chance(0.5));
    default:
      return Object.fromEntries(
        random.list(4, () => [
          random.chance(0.5) ? random.word() : random.pick(HOSTILE_TEXTS),
          hostileValue(random, depth + 1),
        ]),
      );
  }
}

function nested(levels: number, inLists: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = inLists ? [value] : { a: value };
  return value;
}
