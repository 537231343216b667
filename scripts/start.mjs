// `npm start`: starts the gateway, with a sample upstream if only tools in code are configured, and runs one sample script. Then it keeps
// running and restarts the gateway when its configuration changes. The parts that report are in report-ports.mjs and print-upstreams.mjs.
// `-- --once` ends after the sample, with its status; `-- --port N` sets the preferred port; `-- --state FOLDER` has the gateway keep its store
// there. A store belongs to one gateway at a time (state-lock.mjs).
import { createHash } from "node:crypto";
import { readFileSync, statSync, watch } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { encryptionKeyRemark, openRemark } from "../src/config/own-variables.ts";
import { configuredPackages } from "../src/config/packages.ts";
import { bundlePackages } from "./bundle-packages.mjs";
import { readGatewayJson, remarksOn } from "./check-config.mjs";
import { addMissingDevVars, devVar, isKeyNeeded, ownHeaders } from "./dev-vars.mjs";
import { indent } from "./indent.mjs";
import { carryProcesses, localProcesses, unstartable, withTunnels } from "./local-processes.mjs";
import { printUpstreams } from "./print-upstreams.mjs";
import { stopAll } from "./processes.mjs";
import { reportGatewayPort, reportPort } from "./report-ports.mjs";
import { runSample } from "./sample-run.mjs";
import { root, startEverything, startGateway } from "./stack.mjs";
import { claimState, stateRefusal } from "./state-lock.mjs";
import { waitForCrash } from "./watch-runtime.mjs";

const GATEWAY_PORT = 8787;
const EVERYTHING_PORT = 3101;
/** Time without further changes before a changed file is read, because editors write a file in several steps. */
const SETTLED_MS = 200;
/** Lines of the log of a process that ended unexpectedly. */
const LAST_LINES = 8;
const PARENT_CHECK_MS = 1_000;
/** Where `wrangler dev` keeps the store of a gateway that is given no folder. */
const STATE = ".wrangler/state";
const USAGE = "npm start takes: -- --once, -- --port N, -- --state FOLDER";
const CODE = "local-servers.ts";
const FOLLOWED = ["gateway.json", "policy.json", CODE, ".dev.vars"];

const { once, port: wantedPort, state } = readArguments();

let stopping;
function stop(status) {
  stopping ??= stopAll().then(() => process.exit(status));
  return stopping;
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(signal === "SIGINT" ? 0 : 1));

// npm passes no signal on when it is ended by `kill`: this process would go on alone, with its port and its processes.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => {
    if (process.ppid !== parent) void stop(1);
  }, PARENT_CHECK_MS).unref();
}

/** Hashes of the followed files as they are in use, from before the start on, so that a change in the meantime counts as well. */
const hashes = new Map();
let everything;
let gateway;
/** The claim of this process to the store, which ends with the process. */
let store;
/** Starts of the gateway one after the other, each for a reason of its own. */
let restarting = Promise.resolve();
/** The process that carries local processes to the gateway, and their names. */
let tunnel;
/** The local processes that cannot be started, by name, with the reason. */
let unstarted = new Map();

try {
  store = claimState(resolve(root, state));
  if (!store.ok) throw new Error(stateRefusal(store.holder, state));
  addMissingDevVars();
  for (const name of FOLLOWED) hashes.set(name, hashOf(name));
  const config = readConfig();
  if (config === undefined) throw new Error("Nothing was started.");
  await startWith(config, wantedPort);
  const { upstreams } = await listUpstreams();
  const ok = await runSample({ url: gateway.url, hasSampleServer: everything !== undefined }, upstreams);
  if (once) await stop(ok ? 0 : 1);
  else {
    console.log(`
MCP endpoint   ${gateway.url}
Dashboard      ${gateway.origin}/dashboard
Connect        claude mcp add --transport http isogate ${gateway.url}
Try it         npx isogate code exec --code "await tools.search('list')"${urlOption(gateway)}${isKeyNeeded() ? " --key …" : ""}
${await setupLine(gateway)}Reload         at every change of ${FOLLOWED.join(", ")}
Stop           Ctrl-C`);
    follow();
  }
} catch (error) {
  if (stopping === undefined) console.error(error instanceof Error ? error.message : error);
  await stop(1);
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        once: { type: "boolean" },
        port: { type: "string" },
        state: { type: "string", default: STATE },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help === true) {
      console.log(USAGE);
      process.exit(0);
    }
    const port = values.port === undefined ? GATEWAY_PORT : Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_000)
      throw new Error(`--port ${values.port} is not a port between 1 and 65000.`);
    if (values.state === "") throw new Error("--state needs the name of a folder.");
    return { once: values.once === true, port, state: values.state };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

/** @returns undefined if there is no usable gateway.json; its problems are printed */
function readConfig() {
  const read = readGatewayJson();
  if (!read.ok) console.error(remarksOn(read).trim());
  // The gateway shows the problems, and the notes on its upstreams.
  else for (const { server, text } of read.notes) if (server === undefined) console.error(`gateway.json: ${text}`);
  return read.ok ? read.config : undefined;
}

/** Prints what the gateway has no place for, because it does not start with it or only in part. */
async function printRemarks({ packages }) {
  const open = openRemark(devVar("ISOGATE_OPEN"));
  if (open !== undefined) console.error(`ISOGATE_OPEN in .dev.vars ${open}`);
  const key = encryptionKeyRemark(devVar("ISOGATE_ENCRYPTION_KEY"));
  if (key !== undefined) console.error(`ISOGATE_ENCRYPTION_KEY in .dev.vars ${key}`);
  // The build does the same; what it prints is in the log of the gateway.
  const names = configuredPackages(packages).map(({ name }) => name);
  const { problems } = await bundlePackages(names, root);
  for (const problem of problems) console.error(problem);
}

async function startWith(config, port) {
  await printRemarks(config);
  const others = Object.values(config.mcpServers).filter(
    (server) => server.type !== "local" && server.disabled !== true,
  );
  const isAlone = others.length === 0;
  if (isAlone && everything === undefined) {
    console.log("Starting a sample MCP server, because gateway.json has none, and the gateway …");
    everything = await startEverything({ port: EVERYTHING_PORT });
    reportPort("sample server", EVERYTHING_PORT, everything.port);
    reportEnd("sample server", everything, () => true);
  } else console.log("Starting the gateway …");
  const written = withTunnels(readFileSync(join(root, "gateway.json"), "utf8"));
  let hasFailed = false;
  const onBuildFailure = (failure) => {
    hasFailed = true;
    console.error(
      `The gateway cannot be built:\n${indent(failure)}\nThe start continues as soon as the file is corrected and saved.`,
    );
  };
  const started = await startGateway({
    port,
    persistTo: resolve(root, state),
    config: isAlone ? withSample(written, everything.url) : written,
    ...(!once && { onBuildFailure }),
  });
  // `wrangler dev` has built the fixed file by itself.
  if (hasFailed) hashes.set(CODE, hashOf(CODE));
  gateway = started;
  if (!once) void restartAfterCrash(started);
  await reportGatewayPort(port, started.port);
  store.announce(started.origin);
  reportEnd("gateway", started, () => gateway === started);
  unstarted = await unstartable(config);
  const names = localProcesses(config).filter((name) => !unstarted.has(name));
  if (names.length > 0) startTunnel(names);
}

/** A tunnel that ends leaves the other upstreams as they are. */
function startTunnel(names) {
  console.log(
    `Carrying these local servers to the gateway: ${names.join(", ")} (their output is in .isogate/tunnel.log)`,
  );
  const carrying = { ...carryProcesses(gateway.origin), names, hasEnded: false };
  tunnel = carrying;
  void carrying.exited.then(() => {
    carrying.hasEnded = true;
    if (stopping !== undefined || tunnel !== carrying) return;
    console.error(
      `${names.join(", ")}: isogate tunnel ended. The last lines of .isogate/tunnel.log:\n${indent(carrying.tail())}`,
    );
  });
}

async function stopTunnel() {
  const old = tunnel;
  tunnel = undefined;
  await old?.stop();
}

/** Adds the sample and leaves the rest unchanged; the gateway reads it again and reports its problems. */
function withSample(value, url) {
  const { mcpServers = {} } = value;
  const entry = { type: "http", url };
  const all = Array.isArray(mcpServers)
    ? [{ name: "everything", ...entry }, ...mcpServers]
    : { everything: entry, ...mcpServers };
  return { ...value, mcpServers: all };
}

/** @param isNeeded called when the process has ended */
function reportEnd(what, { exited, tail }, isNeeded) {
  void exited.then((status) => {
    if (stopping !== undefined || !isNeeded()) return;
    console.error(`The ${what} ended unexpectedly (status ${status}). The last lines of its log in .isogate/:`);
    console.error(indent(tail().trimEnd().split("\n").slice(-LAST_LINES).join("\n")));
    void stop(1);
  });
}

/** Restarts the gateway when the content of one of the files changes; an unusable one leaves the gateway as it is. */
function follow() {
  let timer;
  watch(root, check);
  check();

  function check() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(restart);
    }, SETTLED_MS);
  }

  async function restart() {
    const changed = FOLLOWED.filter((name) => hashOf(name) !== hashes.get(name));
    if (changed.length === 0 || stopping !== undefined) return;
    for (const name of changed) hashes.set(name, hashOf(name));
    console.log(`\n${changed.join(" and ")} changed.`);
    const config = readConfig();
    // The Worker is built anew with a changed policy, and refuses everything while it cannot be read.
    const meanwhile = changed.includes("policy.json")
      ? "Until it can be used, the gateway refuses every request."
      : "The gateway keeps running with its previous configuration.";
    if (config === undefined) return console.error(meanwhile);
    await startAnew(config);
  }
}

async function startAnew(config) {
  const { port } = gateway;
  const old = gateway;
  gateway = undefined;
  try {
    await stopTunnel();
    await old.stop();
    await startWith(config, port);
    await listUpstreams();
  } catch (error) {
    if (stopping !== undefined) return;
    // A gateway that has started and answers nothing would keep the port from the next one.
    const started = gateway;
    gateway = { port, stop: () => Promise.resolve() };
    console.error(error instanceof Error ? error.message : error);
    await stopTunnel();
    await started?.stop();
    console.error("The gateway is down until the next change.");
  }
}

async function restartAfterCrash(watched) {
  if (!(await waitForCrash(watched, () => gateway === watched))) return;
  restarting = restarting.then(async () => {
    const config = gateway === watched && stopping === undefined ? readConfig() : undefined;
    if (config === undefined) return;
    console.error("\nThe runtime of the gateway crashed, so the gateway does not answer. It is being restarted.");
    await startAnew(config);
  });
}

/** @returns the last answer about the upstreams, each of which is printed */
function listUpstreams() {
  const watched = gateway;
  return printUpstreams({
    origin: watched.origin,
    unstarted,
    isCarried: (name) => tunnel !== undefined && !tunnel.hasEnded && tunnel.names.includes(name),
    isWatched: () => !once && gateway === watched,
  });
}

function hashOf(name) {
  const path = join(root, name);
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
}

/** The command asks the usual port by itself. */
function urlOption({ origin, port }) {
  return port === GATEWAY_PORT ? "" : ` --url ${origin}`;
}

/** Prints the setup token while there is no key; afterwards it has no effect. */
async function setupLine({ origin, port }) {
  const response = await fetch(`${origin}/api/v1/keys`, { headers: ownHeaders() });
  const { keys = [] } = response.ok ? await response.json() : {};
  return response.ok && keys.length === 0
    ? `Setup token    ${devVar("ISOGATE_SETUP_TOKEN")} (creates the first admin key: npx isogate keys create NAME --setup-token …${urlOption({ origin, port })})\n`
    : "";
}
