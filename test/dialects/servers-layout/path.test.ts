/** The layout's `path` gives what Node's gives. */
import { posix } from "node:path";
import { expect, it } from "vitest";
import { connect, execute } from "../../support/client.ts";

const PATHS = ["", ".", "/", "a", "./a", "a/", "/a/b.c", "a//b/../c.tar.gz", "../x", "a/../../b", ".env", "a/.env"];
const MORE = ["a.", "x/y/", "..", "../..", "/a/"];

const CODE = `import path from "path";
input.map((one) => [
  ...["normalize", "basename", "dirname", "extname", "isAbsolute", "parse"].map((name) => path[name](one)),
  path.basename(one, ".c"),
  ...input.map((other) => [path.join(one, other), path.resolve("/", one, other), path.relative("/" + one, "/" + other)]),
])`;

it("path.join and the others give what Node's give", async () => {
  const all = [...PATHS, ...MORE];
  const want = all.map((one) => [
    ...(["normalize", "basename", "dirname", "extname", "isAbsolute", "parse"] as const).map((name) =>
      posix[name](one),
    ),
    posix.basename(one, ".c"),
    ...all.map((other) => [
      posix.join(one, other),
      posix.resolve("/", one, other),
      posix.relative(`/${one}`, `/${other}`),
    ]),
  ]);
  const client = await connect();
  const answer = await execute(client, { code: CODE, input: all });
  await client.close();
  expect(answer).toMatchObject({ ok: true });
  for (const [at, one] of all.entries()) expect([one, (answer.value as unknown[])[at]]).toStrictEqual([one, want[at]]);
});
