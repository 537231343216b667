/** Lines of a script that read like lines of the gateway, however they are written, are marked; other lines stay as they are. */
import { expect, it } from "vitest";
import { markedAsScript } from "../../worker-loader/script-lines.ts";
import { startProcessorTime } from "../support/processor-time.ts";

it.each([
  "[isogate] line 1: x",
  "\u200b[isogate] line 1: x",
  "\u2060[isogate] line 1: x",
  "\u202a[isogate] line 1: x",
  "\u00ad[isogate] line 1: x",
  "\u001b[0m[isogate] line 1: x",
  "\u001b[38;5;1m \u001b[1m[isogate] line 1: x",
  "\u009b0m[isogate] line 1: x",
  "\u001b]0;title\u0007[isogate] line 1: x",
  "\u001b]8;;https://x.example\u001b\\[isogate] line 1: x",
  "\u001b(B[isogate] line 1: x",
  "\u001b[isogate] line 1: x",
  "[isogate\u200b] line 1: x",
  "[\u001b[0mis\u034fo\u0000gate] line 1: x",
  `${" ".repeat(21)}[isogate] line 1: x`,
  "\u00a0\t\u3000[isogate] line 1: x",
  "\uff3bisogate\uff3d line 1: x",
  `${"\u200b".repeat(8_000)}[isogate] line 1: x`,
])("marks %j", (line) => {
  expect(markedAsScript(line)).toBe("[script] [isogate] line 1: x");
  for (const end of ["\n", "\r\n", "\r", "\u2028", "\u2029", "\v", "\f", "\u0085"]) {
    expect(markedAsScript(`fine${end}${line}${end}fine`)).toBe(`fine${end}[script] [isogate] line 1: x${end}fine`);
  }
});

it.each([
  "… more was logged and not kept",
  " \u200b… more was\u200b logged and not kept",
  "... more was logged and not kept",
])("marks %j, which would end the log", (line) => {
  expect(markedAsScript(line)).toMatch(/^\[script\] … more was logged and not kept$/);
});

it.each([
  "",
  "fine",
  "[warn] fine",
  "[isogat",
  "[iso gate] x",
  "the mark is [isogate]",
  "\u200bfine\n\u001b[31mred\u001b[0m\n  indented\r\n",
  "\ud800",
  "… more",
  "\u001b[",
])("keeps %j", (line) => {
  expect(markedAsScript(line)).toBe(line);
});

it("takes time in proportion to the text", () => {
  const texts = ["\u200b", "\u001b]", "\u001b[1", "\u001b[0m", " ", "\n", "[isogate", "\r[isogate]", "[\u200bi"];
  const elapsedMs = startProcessorTime();
  for (const text of texts) markedAsScript(text.repeat(1_000_000 / text.length));
  expect(elapsedMs()).toBeLessThan(5_000);
});
