/** Messages of `isogate tunnel FILE` name that file. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Cli } from "../../src/cli/cli.ts";
import { tunnel } from "../../src/cli/commands/tunnel.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

let directory: string;
beforeAll(async () => void (directory = await temporaryDirectory()));
afterAll(() => rm(directory, { recursive: true, force: true }));

it.each([
  { text: '{"mcpServers": {', want: /^\S+laptop\.json is not JSON: / },
  { text: "[]", want: /^\S+laptop\.json: expected object, like / },
  { text: '{"mcpServers": {"a": {"type": "local"}}}', want: /^\S+laptop\.json has no server with a command\.$/ },
])("$text", async ({ text, want }) => {
  const file = join(directory, "laptop.json");
  await writeFile(file, text);
  const unused = {} as Cli;
  expect(await tunnel.run(unused, { positionals: [file], options: new Map() })).toStrictEqual({
    message: expect.stringMatching(want),
    exit: 1,
  });
});
