/** The output of a local process is shown without what may be a secret, also where that came from its arguments. */
import { expect, it } from "vitest";
import { expandEntry } from "../../src/cli/tunnel/expand-entry.ts";
import { shown } from "../../src/cli/tunnel/process-failure.ts";

const VARIABLES = {
  DB: "postgres://admin:hunter2@db/prod",
  KEY: "s3cret-key",
  PEM: "-- begin\nfirst-line\nlast-line",
  PORT: "80",
};

it.each([
  {
    args: ["--db", "${DB}"],
    line: "listening, connected to postgres://admin:hunter2@db/prod",
    want: "listening, connected to [redacted]",
  },
  { args: ["--key=${env:KEY}"], line: "GET /?key=s3cret-key", want: "GET /?key=[redacted]" },
  { args: ["${NOWHERE:-fallback}"], line: "fallback it is", want: "[redacted] it is" },
  { args: ["$PEM"], line: "read last-line", want: "read [redacted]" },
  { args: ["$PORT"], line: "port 80", want: "port 80" },
  {
    args: [],
    line: "connected to redis://:hunter2@cache:6379 and ftp://bob@x",
    want: "connected to redis://[redacted]@cache:6379 and ftp://[redacted]@x",
  },
  { args: [], line: "using ghp_0123456789abcdefghijABCDEFGHIJ012345", want: "using [redacted]" },
  { args: [], line: "GET https://registry.npmjs.org/@scope/name", want: "GET https://registry.npmjs.org/@scope/name" },
])("shows $want", ({ args, line, want }) => {
  const entry = { name: "db", command: "npx", args, env: {}, cwd: undefined, substituted: [] };
  const expanded = expandEntry(entry, VARIABLES);
  if (!expanded.ok) throw new Error(expanded.error);
  expect(shown(line, expanded.value)).toBe(want);
});
