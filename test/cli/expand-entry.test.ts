/** References to variables in local processes: never sent as they are written. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { expandEntry, variablesFor } from "../../src/cli/tunnel/expand-entry.ts";

const ENTRY = { name: "github", command: "npx", args: ["server"], env: {}, cwd: undefined, substituted: [] };
const VARIABLES = { TOKEN: "t-1", EMPTY: "", DOLLARS: "$TOKEN ${TOKEN}" };

describe("expandEntry", () => {
  it.each([
    { given: "${TOKEN}", want: "t-1" },
    { given: "--key=${TOKEN}.${env:TOKEN}", want: "--key=t-1.t-1" },
    { given: "$TOKEN", want: "t-1" },
    { given: "${input:token}", want: "t-1" },
    { given: "${EMPTY:-else}", want: "else" },
    { given: "${NOWHERE:-}", want: "" },
    { given: "${TOKEN:-else}", want: "t-1" },
    // What a variable contains is not read again.
    { given: "${DOLLARS}", want: "$TOKEN ${TOKEN}" },
    // A shell's own.
    { given: "echo $TOKEN; cost $5", want: "echo $TOKEN; cost $5" },
    { given: "X=${CFG:-{}}; exec srv", want: "X=${CFG:-{}}; exec srv" },
    // A program's own.
    { given: "console.log(`${JSON.stringify({a:1})} ${TOKEN}`)", want: "console.log(`${JSON.stringify({a:1})} t-1`)" },
  ])("reads $given", ({ given, want }) => {
    const entry = { ...ENTRY, command: given, args: ["-c", given], env: { KEY: given } };
    const expanded = { name: "github", command: want, args: ["-c", want], env: { KEY: want }, cwd: undefined };
    expect(expandEntry(entry, VARIABLES)).toMatchObject({ ok: true, value: expanded });
  });

  it.each([
    { given: "${NOWHERE}", want: /^github is not started: it needs NOWHERE\. Set it in \.dev\.vars/ },
    { given: "$NOWHERE", want: /it needs NOWHERE\./ },
    { given: "${EMPTY}${NOWHERE}", want: /it needs EMPTY, NOWHERE\. Set them in/ },
    { given: "${input:my token}", want: /\$\{input:my token\} is not the name of a variable\. Write \$\{NAME\}/ },
    { given: "--key=${TOKEN", want: /\$\{TOKEN is not the name of a variable\. Write \$\{NAME\}/ },
    { given: "curl -H 'Key: ${TOKEN' ${env:TOKEN x", want: /\$\{TOKEN, \$\{env:TOKEN is not the name of a variable/ },
    { given: "${constructor}", want: /it needs constructor\./ },
  ])("does not start with $given", ({ given, want }) => {
    for (const entry of [
      { ...ENTRY, command: given },
      { ...ENTRY, args: [given] },
      { ...ENTRY, env: { KEY: given } },
    ]) {
      expect(expandEntry(entry, VARIABLES)).toEqual({ ok: false, error: expect.stringMatching(want) });
    }
  });
});

it("reads the .dev.vars beside the file before the environment", async () => {
  const folder = await mkdtemp(join(tmpdir(), "isogate-"));
  await writeFile(join(folder, ".dev.vars"), `# a comment\nHOME="/elsewhere"\nONLY_HERE=yes\n`);
  const variables = await variablesFor(join(folder, "gateway.json"));
  expect(variables).toMatchObject({ HOME: "/elsewhere", ONLY_HERE: "yes", PATH: process.env["PATH"] });
  await rm(folder, { recursive: true });
});
