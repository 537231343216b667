/**
 * A request that comes twice through a tunnel is carried out once, however many others were answered in between. A local server sends a
 * bounded number of messages that nobody asked for, and is read no faster than the tunnel can send.
 */
import process from "node:process";
import { expect, it } from "vitest";
import { LocalProcess, type Message } from "../../src/cli/tunnel/local-process.ts";
import { LOCAL_BURST_CHARS } from "../../src/limits/tunnel-limits.ts";
import { EVENT_COST_BYTES } from "../../src/limits/upstream-limits.ts";

/** Answers with the number of requests so far. */
const COUNTING = `let count = 0; require("node:readline").createInterface({ input: process.stdin }).on("line", (line) =>
  console.log(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, result: { count: ++count } })));`;

it("carries out nothing twice", async () => {
  const times = 1_500;
  const heard: Message[] = [];
  let wanted = times;
  let all = Promise.withResolvers<void>();
  const deliver = (_: string, message: Message): void => {
    heard.push(message);
    if (heard.length === wanted) all.resolve();
  };
  const entry = {
    name: "counting",
    command: process.execPath,
    args: ["-e", COUNTING],
    env: {},
    cwd: undefined,
    substituted: [],
  };
  const local = new LocalProcess(entry, deliver, () => undefined);
  try {
    const send = (): void => {
      for (let id = 0; id < times; id += 1) local.receive("session", { jsonrpc: "2.0", id, method: "tools/call" });
    };
    send();
    await all.promise;
    wanted = times * 2 + 1;
    all = Promise.withResolvers<void>();
    send();
    local.receive("session", { jsonrpc: "2.0", id: "last", method: "tools/call" });
    await all.promise;
    expect(heard.at(-1)).toMatchObject({ id: "last", result: { count: times + 1 } });
    expect(heard[times]).toMatchObject({ id: 0, error: { message: expect.stringContaining("was executed") } });
    expect(heard[times * 2 - 1]).toMatchObject({ id: times - 1, result: { count: times } });
  } finally {
    local.stop();
  }
});

it.each([
  {
    what: "a program that is not there",
    entry: { command: "no-such-program", args: [], env: {} },
    says: ' Check that "no-such-program" is installed and on the PATH of the terminal, or write its full path as command.',
  },
  {
    what: "a program that is not there, with a blank",
    entry: { command: "no-such-program -y mcp-server-memory", args: ["--quiet"], env: {} },
    says: ' There is no program "no-such-program -y mcp-server-memory". Put the part after the first space into args: "command": "no-such-program", "args": ["-y", "mcp-server-memory", …]. If the space belongs to the path of the program, check that the program exists.',
  },
  {
    what: "a program that is not there, with a secret",
    entry: { command: "no-such-program --key=hunter2", args: [], env: {}, substituted: ["hunter2"] },
    says: 'args: "command": "no-such-program", "args": ["--key=[redacted]"]. If the space belongs to the path of the program, check that the program exists.',
  },
  {
    what: "a program that ends with a complaint",
    entry: {
      command: process.execPath,
      args: ["-e", "console.error('first'); console.error('boom: no license for ' + process.env.KEY); process.exit(3)"],
      env: { KEY: "sk-live-1234" },
    },
    says: ' (status 3) before it answered. Its last line on standard error: "boom: no license for [redacted]"',
  },
  {
    what: "a line too long to be shown from its beginning",
    entry: { command: process.execPath, args: ["-e", "console.error('x'.repeat(5000)); process.exit(3)"], env: {} },
    says: " ended (status 3) before it answered.",
  },
])("says why it did not answer: $what", async ({ entry, says }) => {
  const answered = Promise.withResolvers<Message>();
  const deliver = (_: string, message: Message): void => answered.resolve(message);
  const local = new LocalProcess(
    { name: "failing", cwd: undefined, substituted: [], ...entry },
    deliver,
    () => undefined,
  );
  local.receive("session", { jsonrpc: "2.0", id: 1, method: "tools/call" });
  const { error } = await answered.promise;
  const { message } = error as { readonly message: string };
  expect(message.endsWith(says), message).toBe(true);
});

it("takes an id of digits for the number, and tells of an answer to no request once", async () => {
  const program = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    console.log('{"jsonrpc":"2.0","id":"no such","result":{}}');
    console.log('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}');
    console.log(JSON.stringify({ jsonrpc: "2.0", id: String(JSON.parse(line).id), result: { fine: true } }));
  });`;
  const entry = {
    name: "texts",
    command: process.execPath,
    args: ["-e", program],
    env: {},
    cwd: undefined,
    substituted: [],
  };
  const answered = Promise.withResolvers<Message>();
  const logged: string[] = [];
  const local = new LocalProcess(
    entry,
    (_, message) => answered.resolve(message),
    (line) => logged.push(line),
  );
  try {
    local.receive("session", { jsonrpc: "2.0", id: 7, method: "tools/call" });
    expect(await answered.promise).toStrictEqual({ jsonrpc: "2.0", id: 7, result: { fine: true } });
    expect(logged.filter((text) => text.includes("no request"))).toStrictEqual([
      String.raw`texts: it answered no request that waits: "{\"jsonrpc\":\"2.0\",\"id\":\"no such\",\"result\":{}}"; such answers are dropped`,
    ]);
  } finally {
    local.stop();
  }
});

it("takes a line of JSON that is no message for what it is, such as one of a log", async () => {
  const line = '{"level":30,"msg":"ready"}';
  const entry = {
    name: "logging",
    command: process.execPath,
    args: ["-e", `console.log('${line}'); ${COUNTING}`],
    env: {},
    cwd: undefined,
    substituted: [],
  };
  const answered = Promise.withResolvers<void>();
  const heard: Message[] = [];
  const logged: string[] = [];
  const deliver = (_: string, message: Message): void => {
    heard.push(message);
    if (message["id"] === 1) answered.resolve();
  };
  const local = new LocalProcess(entry, deliver, (text) => logged.push(text));
  try {
    local.receive("session", { jsonrpc: "2.0", id: 1, method: "initialize" });
    await answered.promise;
    expect(logged.filter((text) => text.includes("dropped"))).toStrictEqual([
      `logging: it printed ${JSON.stringify(line)} on its standard output, which is not an MCP message; such lines are dropped, logs belong on standard error`,
    ]);
    expect(heard[0]).toMatchObject({ method: "notifications/isogate/no-message", params: { line } });
  } finally {
    local.stop();
  }
});

it("tells the first line that is no message, once, printable, short and without secrets", async () => {
  const program = `console.log(""); console.log("\\u001b[31mkey " + process.env.KEY + "x".repeat(9_000)); console.log("[again]");
    ${COUNTING}`;
  const entry = {
    name: "noisy",
    command: process.execPath,
    args: ["-e", program],
    env: { KEY: "sk-live-1234" },
    cwd: undefined,
    substituted: [],
  };
  const answered = Promise.withResolvers<void>();
  const heard: Message[] = [];
  const logged: string[] = [];
  const deliver = (_: string, message: Message): void => {
    heard.push(message);
    if (message["id"] === 1) answered.resolve();
  };
  const local = new LocalProcess(entry, deliver, (line) => logged.push(line));
  try {
    local.receive("session", { jsonrpc: "2.0", id: 1, method: "initialize" });
    await answered.promise;
    const [told, ...others] = heard.filter(({ method }) => method === "notifications/isogate/no-message");
    const line = (told?.["params"] as { readonly line?: string } | undefined)?.line ?? "";
    expect(line).toMatch(/^\\u001b\[31mkey \[redacted\]x{200,300}$/);
    expect(others).toStrictEqual([]);
    expect(logged.filter((text) => text.includes("not an MCP message"))).toStrictEqual([
      `noisy: it printed ${JSON.stringify(line)} on its standard output, which is not an MCP message; such lines are dropped, logs belong on standard error`,
    ]);
  } finally {
    local.stop();
  }
});

it.each([
  { what: "deep", text: `"[".repeat(12_000) + "]".repeat(12_000)`, says: "is nested deeper than 2000 levels" },
  {
    what: "full of names",
    text: `"{" + Array.from({ length: 60_000 }, (_, i) => '"k' + i + '":1').join() + "}"`,
    says: "names of properties",
  },
  { what: "long", text: `'"' + "x".repeat(7_990_000) + '"'`, says: undefined },
])("fails the call alone whose answer is $what, and drops such a notification", async ({ text, says }) => {
  const program = `const value = ${text}; require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id } = JSON.parse(line);
    if (id === 1) console.log('{"jsonrpc":"2.0","method":"notifications/message","params":' + value + '}');
    console.log('{"jsonrpc":"2.0","id":' + id + ',"result":' + (id === 1 ? value : '"fine"') + '}');
  });`;
  const answers = new Map<unknown, Message>();
  const unasked: Message[] = [];
  const both = Promise.withResolvers<void>();
  const deliver = (_: string, message: Message): void => {
    // As the connection does.
    JSON.stringify(message);
    if (message["method"] !== undefined) unasked.push(message);
    else answers.set(message["id"], message);
    if (answers.size === 2) both.resolve();
  };
  const entry = {
    name: "hostile",
    command: process.execPath,
    args: ["-e", program],
    env: {},
    cwd: undefined,
    substituted: [],
  };
  const local = new LocalProcess(entry, deliver, () => undefined);
  try {
    for (const id of ["a", "b"]) local.receive("session", { jsonrpc: "2.0", id, method: "tools/call" });
    await both.promise;
    expect(answers.get("b")).toMatchObject({ result: "fine" });
    const { error } = answers.get("a") as { readonly error?: { readonly message: string } };
    expect(error?.message ?? "").toContain(says ?? "");
    expect(error === undefined).toBe(says === undefined);
    expect(unasked).toHaveLength(0);
  } finally {
    local.stop();
  }
});

it("drops messages that nobody asked for beyond its allowance, says so once, and answers", async () => {
  const program = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const noise = '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"' + "x".repeat(100) + '"}}\\n';
    process.stdout.write(noise.repeat(20_000) + '{"jsonrpc":"2.0","id":' + JSON.parse(line).id + ',"result":"quiet"}\\n');
  });`;
  const logged: string[] = [];
  let unasked = 0;
  const answered = Promise.withResolvers<Message>();
  const deliver = (_: string, message: Message): void => {
    if (message["method"] === undefined) answered.resolve(message);
    else unasked += 1;
  };
  const entry = {
    name: "noisy",
    command: process.execPath,
    args: ["-e", program],
    env: {},
    cwd: undefined,
    substituted: [],
  };
  const local = new LocalProcess(entry, deliver, (line) => logged.push(line));
  try {
    local.receive("session", { jsonrpc: "2.0", id: "a", method: "tools/call" });
    expect(await answered.promise).toMatchObject({ id: "a", result: "quiet" });
    expect(unasked).toBeGreaterThan(100);
    expect(unasked).toBeLessThan(LOCAL_BURST_CHARS / EVENT_COST_BYTES + 100);
    expect(logged).toStrictEqual([expect.stringContaining("starting"), expect.stringMatching(/^noisy: .*are dropped/)]);
  } finally {
    local.stop();
  }
});

it("is not read while the tunnel has enough to send", async () => {
  const program = `process.stdin.once("data", () => {
    const noise = '{"jsonrpc":"2.0","method":"notifications/message","params":"' + "x".repeat(1_000) + '"}\\n';
    process.stdout.write(noise.repeat(400));
  });`;
  let unasked = 0;
  const first = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  const room = Promise.withResolvers<void>();
  let isFull = true;
  const deliver = (): void => {
    unasked += 1;
    first.resolve();
    if (unasked === 400) all.resolve();
  };
  const entry = {
    name: "busy",
    command: process.execPath,
    args: ["-e", program],
    env: {},
    cwd: undefined,
    substituted: [],
  };
  const drained = (): Promise<void> | undefined => (isFull ? room.promise : undefined);
  const local = new LocalProcess(entry, deliver, () => undefined, drained);
  try {
    local.receive("session", { jsonrpc: "2.0", method: "notifications/initialized" });
    await first.promise;
    await new Promise((resolve) => setTimeout(resolve, 200));
    // One piece of the pipe is read at a time: 65,536 bytes.
    expect(unasked).toBeLessThan(100);
    isFull = false;
    room.resolve();
    await all.promise;
  } finally {
    local.stop();
  }
});

const LONG = '"x".repeat(9_000_000)';
it.each([
  {
    what: "with its id first",
    line: `'{"jsonrpc": "2.0", "id": ' + id + ', "result": {"text": "' + ${LONG} + '"}}'`,
    says: "The answer of long is a line of more than 8,000,000 characters. A tunnel does not carry it.",
  },
  {
    what: "with its id last",
    line: `'{"result":{"text":"' + ${LONG} + '"},"jsonrpc":"2.0","id":' + id + '}'`,
    says: "The answer of long is a line of more than 8,000,000 characters. A tunnel does not carry it.",
  },
  {
    what: "with its id between",
    line: `'{"x":1,"id":' + id + ',"result":{"text":"' + ${LONG} + '"}}'`,
    says: "long printed a line of more than 8,000,000 characters, which may be the answer. A tunnel does not carry it.",
    failsAll: true,
  },
  { what: "that is a notification", line: `'{"method":"notifications/message","params":"' + ${LONG} + '"}'` },
  { what: "that is no message", line: LONG },
])(
  "drops a line that is too long, fails what it answers, and goes on: $what",
  async ({ line, says, failsAll = false }) => {
    // The first request waits for the third.
    const program = `let waiting; require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => {
    const { id, params } = JSON.parse(text);
    const say = (id) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { pid: process.pid } }));
    if (params === "wait") waiting = id;
    else if (params === "long") console.log(${line});
    else [waiting, id].forEach(say);
  });`;
    const answers = new Map<unknown, Message>();
    const logged: string[] = [];
    const long = Promise.withResolvers<void>();
    const all = Promise.withResolvers<void>();
    const deliver = (_: string, message: Message): void => {
      if (message["method"] !== undefined) return;
      answers.set(message["id"], message);
      if (answers.has("last")) all.resolve();
    };
    const entry = {
      name: "long",
      command: process.execPath,
      args: ["-e", program],
      env: {},
      cwd: undefined,
      substituted: [],
    };
    const local = new LocalProcess(entry, deliver, (text) => {
      logged.push(text);
      if (text.includes("dropped")) long.resolve();
    });
    try {
      local.receive("session", { jsonrpc: "2.0", id: "first", method: "tools/call", params: "wait" });
      local.receive("session", { jsonrpc: "2.0", id: "long", method: "tools/call", params: "long" });
      await long.promise;
      local.receive("session", { jsonrpc: "2.0", id: "last", method: "tools/call" });
      await all.promise;
      const errors = ["long", "first", "last"].map((id) => (answers.get(id)?.["error"] as Error | undefined)?.message);
      expect(errors).toStrictEqual([says, failsAll ? says : undefined, undefined]);
      expect(answers.get("last")).toHaveProperty("result.pid");
      expect(logged.filter((text) => /ended|starting/.test(text))).toHaveLength(1);
    } finally {
      local.stop();
    }
  },
);
