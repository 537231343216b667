/** The layout's `path`; what is wanted is what Node's gives. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, execute } from "../../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

it.each([
  { given: "path.join('./a', '..', 'b/', 'c.txt')", want: "b/c.txt" },
  { given: "path.join('', '../x', '..')", want: ".." },
  { given: "path.join('/', '../a')", want: "/a" },
  { given: "path.normalize('./')", want: "./" },
  { given: "path.normalize('')", want: "." },
  { given: "path.normalize('a//b/../c/')", want: "a/c/" },
  { given: "path.resolve('/a', 'b', '../c')", want: "/a/c" },
  { given: "path.resolve('/a', '/b/')", want: "/b" },
  { given: "path.relative('/a/b', '/a/c/d')", want: "../c/d" },
  { given: "path.basename('/a/b.tar.gz', '.gz')", want: "b.tar" },
  { given: "path.basename('a/')", want: "a" },
  { given: "path.dirname('/a')", want: "/" },
  { given: "path.dirname('a//b/c')", want: "a//b" },
  { given: "path.dirname('a')", want: "." },
  { given: "path.extname('a.b/c.tar.gz')", want: ".gz" },
  { given: "path.extname('a/.env')", want: "" },
  { given: "path.extname('..')", want: "" },
  { given: "path.extname('a.')", want: "." },
  { given: "path.parse('/x/y.z')", want: { root: "/", dir: "/x", base: "y.z", ext: ".z", name: "y" } },
  { given: "path.parse('./a')", want: { root: "", dir: ".", base: "a", ext: "", name: "a" } },
  { given: "[path.isAbsolute('/a'), path.isAbsolute('a'), path.sep]", want: [true, false, "/"] },
])("$given", async ({ given, want }) => {
  expect(await execute(client, { code: `import path from "node:path"; ${given}` })).toMatchObject({
    ok: true,
    value: want,
  });
});
