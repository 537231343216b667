// Starts a complete local gateway: a real MCP server from npm and the gateway under `wrangler dev`, on free loopback ports.
// Used by `npm start` and by the end-to-end tests.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildFailures } from "./build-failures.mjs";
import { answering, freePort, printing, start } from "./processes.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const READY_MS = 90_000;
const MAX_STARTS = 3;
const SETTLED_MS = 300;
/**
 * Turns off the Local Explorer, which gives access to a gateway's storage without its key. `wrangler dev` reads the same variables from
 * .env; they are set here, too, so that a variable of the developer's shell cannot override them.
 */
const NO_LOCAL_EXPLORER = { X_LOCAL_EXPLORER: "false", X_LOCAL_OBSERVABILITY: "false" };

/**
 * V8's flags for a local workerd. A local gateway holds several isolates that nobody ends, and each collects its garbage late; with these
 * flags, upstreams that answer with bombs take a fifth less memory (docs/decisions/014).
 */
export const V8_FLAGS = ["--max-semi-space-size=2", "--memory-saver-mode", "--heap-growing-percent=15"];

/** Starts `@modelcontextprotocol/server-everything` over streamable HTTP. */
export function startEverything(options) {
  return withFreePort(() => startEverythingOnce(options));
}

async function startEverythingOnce({ port: wanted = 3101, logs = join(root, ".isogate") } = {}) {
  const port = await freePort(wanted);
  const entry = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");
  const server = start("server-everything", process.execPath, [entry, "streamableHttp"], {
    cwd: root,
    env: { PORT: String(port) },
    log: join(logs, `everything-${port}.log`),
  });
  try {
    await printing("server-everything", `listening on port ${port}`, server, READY_MS);
    // It prints that line even when the port is taken, and ends at once.
    const hasEnded = await Promise.race([server.exited.then(() => true), setTimeout(SETTLED_MS, false)]);
    if (hasEnded) throw new Error(`server-everything has ended:\n${server.tail()}`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ...server, port, url: `http://127.0.0.1:${port}/mcp` };
}

/**
 * Starts the gateway under `wrangler dev`. `config` is the content of a gateway.json, as a value or as text.
 * @param {{ port?: number, config: unknown, persistTo?: string, vars?: Record<string, string>, logs?: string,
 *   onBuildFailure?: (failure: string) => void }} options `onBuildFailure` is called for each failed build, and what it is made of may then
 *   be fixed: the gateway is waited for. Without it, a failed build is an error.
 */
export function startGateway(options) {
  return withFreePort(() => startGatewayOnce(options));
}

/** Starts again when another process has taken a port between the look for a free one and the start. */
async function withFreePort(startOnce) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce();
    } catch (error) {
      if (attempt === MAX_STARTS || !/address already in use|port \d+ is already in use/i.test(String(error)))
        throw error;
    }
  }
}

async function startGatewayOnce(options) {
  const { port: wanted = 8787, config, persistTo, vars = {}, logs = join(root, ".isogate"), onBuildFailure } = options;
  const port = await freePort(wanted);
  const inspectorPort = await freePort(port + 10_000);
  const bindings = { GATEWAY_JSON: typeof config === "string" ? config : JSON.stringify(config), ...vars };
  const args = ["dev", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", String(inspectorPort)];
  args.push("--show-interactive-dev-session=false", "--log-level", "warn");
  if (persistTo) args.push("--persist-to", persistTo);
  for (const [name, value] of Object.entries(bindings)) args.push("--var", `${name}:${value}`);
  const wrangler = join(dirname(require.resolve("wrangler/package.json")), "bin/wrangler.js");
  const gateway = start("wrangler dev", process.execPath, [wrangler, ...args], {
    cwd: root,
    env: {
      MINIFLARE_WORKERD_V8_FLAGS: process.env.MINIFLARE_WORKERD_V8_FLAGS ?? V8_FLAGS.join(" "),
      WRANGLER_SEND_METRICS: "false",
      CI: "true",
      ...NO_LOCAL_EXPLORER,
    },
    log: join(logs, `gateway-${port}.log`),
  });
  const origin = `http://127.0.0.1:${port}`;
  try {
    await answering("The gateway", `${origin}/health`, gateway, READY_MS, buildWatcher(gateway, onBuildFailure));
  } catch (error) {
    await gateway.stop();
    throw error;
  }
  return { ...gateway, port, origin, url: `${origin}/mcp` };
}

/** @returns a function that reports new failures in the log, and returns true once there was one @throws Error if `report` is missing */
function buildWatcher({ output }, report) {
  let before = "";
  let reported = 0;
  return () => {
    const log = output();
    // A failure takes several lines, which may not all be written yet.
    const failures = log === before ? buildFailures(log) : [];
    before = log;
    for (const failure of failures.slice(reported)) {
      if (report === undefined) throw new Error(`The gateway cannot be built:\n${failure}`);
      report(failure);
      reported += 1;
    }
    return reported > 0;
  };
}
