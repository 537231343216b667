/** The output of a local process is shown without what may be a secret, also where that came from its arguments. */
import { expect, it } from "vitest";
import { expandEntry } from "../../src/cli/tunnel/expand-entry.ts";
import { lastLine, shown } from "../../src/cli/tunnel/process-failure.ts";

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

const STACK = `/srv/server.js:3
throw new Error("CUSTOMER_TOKEN is not set");
^

Error: CUSTOMER_TOKEN is not set
    at Object.<anonymous> (/srv/server.js:3:7)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)`;
const TRACEBACK = `Traceback (most recent call last):
  File "/srv/server.py", line 3, in <module>
    os.environ["CUSTOMER_TOKEN"]
KeyError: 'CUSTOMER_TOKEN'`;

it.each([
  {
    printed: `${STACK}\n\nNode.js v24.21.0\n`,
    want: 'It printed on standard error: "Error: CUSTOMER_TOKEN is not set"',
  },
  {
    printed: `${STACK} {\n  code: 'ENOENT',\n  path: '/x'\n}\n\nNode.js v24.21.0\n`,
    want: 'It printed on standard error: "Error: CUSTOMER_TOKEN is not set"',
  },
  {
    printed: "TypeError [ERR_INVALID_URL]: Invalid URL\n    at new URL (node:internal/url:797:36)\n",
    want: 'It printed on standard error: "TypeError [ERR_INVALID_URL]: Invalid URL"',
  },
  {
    printed: `Error: cache is cold\n    at load (/srv/server.js:3:7)\nlicense expired, stopping\n`,
    want: 'Its last line on standard error: "license expired, stopping"',
  },
  {
    printed: `${STACK} {\n  code: 'COLD'\n}\nlicense expired, stopping\n\nNode.js v24.21.0\n`,
    want: 'It printed on standard error: "license expired, stopping"',
  },
  {
    printed: "at 10:00 up\nError: retrying\ngave up: port 80 is in use\n",
    want: 'Its last line on standard error: "gave up: port 80 is in use"',
  },
  {
    printed:
      "Error: retrying\nMyFailure: x is wrong\n    at main (/srv/server.js:3:7) {\n  path: '/x',\n  [cause]: Error: inner\n      at y (/srv/y.js:1:1)\n}\n\nNode.js v24.21.0\n",
    want: 'It printed on standard error: "MyFailure: x is wrong"',
  },
  {
    printed:
      "node:internal/modules/cjs/loader:1\n  throw err;\n  ^\n\nError: Cannot find module 'x'\nRequire stack:\n- /srv/server.js\n    at Module._load (node:internal/modules/cjs/loader:1:1) {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/srv/server.js' ]\n}\n\nNode.js v24.21.0\n",
    want: `It printed on standard error: "Error: Cannot find module 'x'"`,
  },
  {
    printed: "out of memory\n    at main (/srv/server.js:3:7)\n",
    want: 'It printed on standard error: "out of memory"',
  },
  {
    printed: "Server: starting\nAbort\n    at main (/srv/server.js:3:7)\n",
    want: 'It printed on standard error: "Abort"',
  },
  { printed: "license expired\n\nNode.js v24.21.0\n", want: 'It printed on standard error: "license expired"' },
  { printed: `${TRACEBACK}\n`, want: `Its last line on standard error: "KeyError: 'CUSTOMER_TOKEN'"` },
  { printed: "Error: retrying\ngave up\n", want: 'Its last line on standard error: "gave up"' },
  { printed: "Node.js v24.21.0\n}\n", want: "" },
])("the reason is the line that says it: $want", ({ printed, want }) => {
  const entry = { name: "db", command: "npx", args: [], env: {}, cwd: undefined, substituted: [] };
  expect(lastLine(printed, entry).trim()).toBe(want);
});
