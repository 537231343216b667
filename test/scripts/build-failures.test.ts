/** What `npm start` reads in the log of `wrangler dev` after a failed build; the logs are as Wrangler writes them. */
import { expect, it } from "vitest";
import { buildFailures } from "../../scripts/build-failures.mjs";

const MARK = "\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m";
const BEFORE =
  "[wrangler:warn] Unable to fetch the `Request.cf` object!\nError: getaddrinfo ENOTFOUND\n    at lookup\n";
const AFTER = '\n\n🪵  Logs were written to "wrangler.log"\n';

function failure(...errors: readonly (readonly [message: string, place?: string])[]): string {
  const blocks = errors.map(([message, place]) => {
    const source = `  \u001b[37m      65 │ \u001b[32m\u001b[37m\n           ╵ \u001b[32m^\u001b[0m\n`;
    const where = place === undefined ? "" : `  \n      ${place}:\n${source}`;
    return `\n  ${MARK} \u001b[1m${message}\u001b[0m\n${where}  \n`;
  });
  const count = `Build failed with ${errors.length} ${errors.length === 1 ? "error" : "errors"}:`;
  return `${MARK} \u001b[1m${count}\u001b[0m\n${blocks.join("")}\n`;
}

const END = ["Unexpected end of file", "local-servers.ts:65:0"] as const;

it.each([
  { given: "", want: [] },
  { given: BEFORE, want: [] },
  { given: `${MARK} \u001b[1mThe expected compatibility date is wrong.\u001b[0m\n`, want: [] },
  { given: failure(END), want: ["local-servers.ts line 65 column 1: Unexpected end of file"] },
  { given: BEFORE + failure(END) + AFTER, want: ["local-servers.ts line 65 column 1: Unexpected end of file"] },
  {
    given: failure(['Could not resolve "@scope/tools/all"', "my tools/a.ts:1:14"], ['Could not resolve "./b.ts"']),
    want: [
      'my tools/a.ts line 1 column 15: Could not resolve "@scope/tools/all". Is it installed (npm install @scope/tools)?\nCould not resolve "./b.ts"',
    ],
  },
  {
    given: failure(...Array.from({ length: 7 }, () => ["wrong", "a.ts:1:0"] as const)),
    want: [`${"a.ts line 1 column 1: wrong\n".repeat(5)}2 more errors`],
  },
  {
    given: failure(END) + failure(["Expected identifier", "a.ts:2:3"]),
    want: ["local-servers.ts line 65 column 1: Unexpected end of file", "a.ts line 2 column 4: Expected identifier"],
  },
])("finds each failed build: %#", ({ given, want }) => {
  expect(buildFailures(given)).toStrictEqual(want);
});
