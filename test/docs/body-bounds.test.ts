/** What docs/limits.md says of bodies is what the gateway holds them to. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MAX_DISCARDED_BYTES, PRINCIPAL_BODY, STRANGER_BODY } from "../../src/http/body-bounds.ts";

const text = readFileSync("docs/limits.md", "utf8");
const MIB = 1_048_576;

it.each([
  { body: "before it is known who calls", bounds: STRANGER_BODY },
  { body: "of checked credentials", bounds: PRINCIPAL_BODY },
])("names the bounds of a body $body", ({ body, bounds }) => {
  const row = text.split("\n").find((line) => line.startsWith(`| ${body} `)) ?? "";
  const { maxBytes, maxMs, budget } = bounds;
  const { maxSenderBytes, maxTotalBytes } = budget.limits;
  expect(row).toContain(`| ${maxBytes.toLocaleString("en")} `);
  expect(row).toContain(`| ${maxMs / 1_000} s `);
  expect(row).toContain(`| ${maxSenderBytes / MIB} MiB of `);
  expect(row).toContain(`| ${maxTotalBytes / MIB} MiB `);
});

it("names how much is dropped", () => {
  expect(text).toContain(`at most ${MAX_DISCARDED_BYTES.toLocaleString("en")} bytes`);
});
