/** Checks for `isogate doctor`: each upstream, secret, binding and limit in a sentence, and what to do about it. */
import { MIN_SETUP_TOKEN_LENGTH } from "../../auth/authenticate.ts";
import { isDisabled, type GatewayConfig, type ServerConfig } from "../../config/gateway-config.ts";
import { encryptionKeyRemark, openRemark } from "../../config/own-variables.ts";
import { secretNames } from "../../config/secret-names.ts";
import { configuredPackages } from "../../config/packages.ts";
import { LIMIT_DEFAULTS } from "../../config/limit-defaults.ts";
import type { Remark } from "../../config/parse-gateway-config.ts";
import type { Env } from "../../config/env.ts";
import type { Check } from "../../contract/doctor.ts";
import type { UpstreamReport } from "../../upstream/upstream-report.ts";

interface Examined {
  readonly config: GatewayConfig;
  /** The servers of gateway.json, without what admins have changed while the gateway runs. */
  readonly inFile: GatewayConfig["mcpServers"];
  readonly problems: readonly Remark[];
  readonly notes: readonly Remark[];
  readonly env: Env;
  readonly reports: readonly UpstreamReport[];
  /** Names of the packages that the build has bundled. */
  readonly bundled: { has(name: string): boolean };
  /** Number of the tokenized values that ISOGATE_ENCRYPTION_KEY cannot open. */
  readonly unopened: number;
}

export function examine(examined: Examined): Check[] {
  return [
    ...upstreamChecks(examined),
    ...namedSecrets(examined),
    ...ownSecrets(examined.env, examined.config),
    ...unopenedValues(examined),
    ...bindingChecks(examined.env),
    ...limitChecks(examined.config),
    ...settingChecks(examined),
    ...packageChecks(examined),
  ];
}

function upstreamChecks({ config, inFile, notes, reports }: Examined): Check[] {
  return Object.entries(config.mcpServers).flatMap(([name, server]): Check[] => {
    const own = notes.filter((note) => note.server === name);
    const remarks = own.map(({ text }): Check => ({ of: "upstream", name, state: "warning", message: text }));
    if (isDisabled(server)) {
      const entry = Object.hasOwn(inFile, name) ? inFile[name] : undefined;
      const message =
        entry !== undefined && isDisabled(entry)
          ? "is switched off in gateway.json."
          : `was switched off by an admin while the gateway runs: npx isogate upstreams enable ${name} switches it on.`;
      return [{ of: "upstream", name, state: "ok", message }, ...remarks];
    }
    const report = reports.find((one) => one.name === name);
    return report === undefined ? remarks : [stateOf(report), ...detailsOf(report), ...remarks];
  });
}

function stateOf(report: UpstreamReport): Check {
  const check = knownState(report);
  const { unansweredMs } = report;
  if (unansweredMs === undefined) return check;
  const message = `${check.message} It was not heard from in this check (${unansweredMs / 1_000} s), so this is what was known before; ask again in a moment.`;
  return { ...check, state: check.state === "ok" ? "warning" : check.state, message };
}

function knownState({ name, status, tools, held = 0 }: UpstreamReport): Check {
  const check = { of: "upstream", name } as const;
  if (status.state === "ready") {
    const waiting = held === 0 ? "" : `, ${held} of them held: npx isogate pins list`;
    const message = `works and has ${tools === 1 ? "1 tool" : `${tools} tools`}${waiting}.`;
    const { reason } = status;
    if (reason === undefined && held > 0) return { ...check, state: "warning", message };
    return reason === undefined
      ? { ...check, state: "ok", message }
      : { ...check, state: "warning", message: `${message} ${reason}` };
  }
  if (status.state === "connecting") {
    const message = `has not answered yet; ask again in a moment. ${status.reason ?? ""}`.trimEnd();
    return { ...check, state: "warning", message };
  }
  const link = status.needsSignIn === true ? ` Sign in: npx isogate upstreams connect ${name}.` : "";
  return { ...check, state: "problem", message: `${status.reason}${link}` };
}

function detailsOf({ name, unreadable = [], unchecked }: UpstreamReport): Check[] {
  const of = { of: "upstream", name, state: "warning" } as const;
  return [
    ...unreadable.map((text) => ({ ...of, message: `its tool list: ${text}.` })),
    ...unchecked.map((text) => ({ ...of, message: `arguments are not checked against ${text}.` })),
  ];
}

function namedSecrets({ config, env }: Examined): Check[] {
  return secretNames(config).map((name): Check => {
    const value: unknown = Object.hasOwn(env, name) ? env[name as keyof Env] : undefined;
    if (typeof value === "string" && value !== "") {
      return { of: "secret", name, state: "ok", message: "is set and used by gateway.json." };
    }
    const message = `gateway.json uses this secret, but it is not set: npx wrangler secret put ${name}; locally add a line to .dev.vars.`;
    return { of: "secret", name, state: "problem", message };
  });
}

function ownSecrets(env: Env, { mcpServers }: GatewayConfig): Check[] {
  const checks: Check[] = [];
  const add = (name: string, state: Check["state"], message: string): void => {
    checks.push({ of: "secret", name, state, message });
  };
  const { ISOGATE_OPEN, ISOGATE_API_KEY, ISOGATE_SETUP_TOKEN, ISOGATE_ENCRYPTION_KEY } = env;
  if (ISOGATE_OPEN === "local") {
    const message = ISOGATE_API_KEY
      ? "the gateway accepts localhost names; ISOGATE_API_KEY is required."
      : "the gateway accepts requests from this machine without a key.";
    add("ISOGATE_OPEN", "ok", message);
  }
  const misspelled = openRemark(ISOGATE_OPEN);
  if (misspelled !== undefined) add("ISOGATE_OPEN", "warning", misspelled);
  if (ISOGATE_SETUP_TOKEN && ISOGATE_SETUP_TOKEN.length < MIN_SETUP_TOKEN_LENGTH) {
    const message = `is not used: it has fewer than ${MIN_SETUP_TOKEN_LENGTH} characters. openssl rand -hex 32 makes a good one.`;
    add("ISOGATE_SETUP_TOKEN", "problem", message);
  }
  const signIns = Object.entries(mcpServers).flatMap(([name, server]) => (signsIn(server) ? [name] : []));
  const weakness = encryptionKeyRemark(ISOGATE_ENCRYPTION_KEY);
  if (weakness !== undefined) add("ISOGATE_ENCRYPTION_KEY", "warning", weakness);
  else if (ISOGATE_ENCRYPTION_KEY) add("ISOGATE_ENCRYPTION_KEY", "ok", "seals stored credentials of upstreams.");
  else if (signIns.length > 0) {
    const message = `is not set, so nobody can sign in to ${signIns.join(", ")}: openssl rand -base64 32 | npx wrangler secret put ISOGATE_ENCRYPTION_KEY.`;
    add("ISOGATE_ENCRYPTION_KEY", "problem", message);
  }
  return checks;
}

function unopenedValues({ unopened }: Examined): Check[] {
  if (unopened === 0) return [];
  const values = unopened === 1 ? "1 tokenized value" : `${unopened} tokenized values`;
  const message = `cannot open ${values} of your principal, so calls with such tokens are refused. The values stay stored for 30 days after their last use: append the previous key after the current one (ISOGATE_ENCRYPTION_KEY="<current>,<previous>").`;
  return [{ of: "secret", name: "ISOGATE_ENCRYPTION_KEY", state: "problem", message }];
}

function signsIn(server: ServerConfig): boolean {
  if (server.type !== "http" && server.type !== "openapi" && server.type !== "graphql") return false;
  const { auth } = server;
  return auth !== undefined && "type" in auth && (auth.type === "oauth" || auth.type === "enterprise");
}

function bindingChecks(env: Env): Check[] {
  const needed = (["LOADER", "GATEWAY", "DIRECTORY", "ASSETS"] as const).map((name): Check => {
    const isBound = Reflect.get(env, name) !== undefined;
    const message = isBound ? "is bound." : "is not bound; wrangler.toml of this repository has it.";
    return { of: "binding", name, state: isBound ? "ok" : "problem", message };
  });
  const message =
    env.AI === undefined
      ? "is not bound: the search compares words only. wrangler.toml shows how to add the binding."
      : "is bound: the search also compares meanings.";
  return [...needed, { of: "binding", name: "AI", state: "ok", message }];
}

function limitChecks({ limits, mcpServers }: GatewayConfig): Check[] {
  const checks = Object.entries(LIMIT_DEFAULTS).map(([name, standard]): Check => {
    const value = limits[name as keyof typeof LIMIT_DEFAULTS];
    const shown = name === "max_tool_calls" && (value ?? standard) === 0 ? "no limit" : String(value ?? standard);
    return { of: "limit", name, state: "ok", message: `${shown}${value === undefined ? ", the default" : ""}.` };
  });
  const wall = limits.timeout_ms ?? LIMIT_DEFAULTS.timeout_ms;
  if ((limits.cpu_ms ?? LIMIT_DEFAULTS.cpu_ms) > wall) {
    const message = `is more than timeout_ms (${wall}), so a run times out before this limit is reached.`;
    checks.push({ of: "limit", name: "cpu_ms", state: "warning", message });
  }
  for (const [name, server] of Object.entries(mcpServers)) {
    for (const [path, timeout] of timeoutsOf(server)) {
      if (timeout <= wall) continue;
      const message = `${timeout} is more than limits.timeout_ms (${wall}), so a run can time out before ${name} answers.`;
      checks.push({ of: "limit", name: `mcpServers.${name}.${path}`, state: "warning", message });
    }
  }
  return checks;
}

/** @returns the timeouts of calls to this server that its entry sets, in milliseconds, by their paths in the entry */
function timeoutsOf(server: ServerConfig): readonly (readonly [path: string, ms: number])[] {
  const old = "timeout_ms" in server ? server.timeout_ms : undefined;
  const current = "timeouts" in server ? server.timeouts?.call_ms : undefined;
  return [
    ...(old === undefined ? [] : [["timeout_ms", old] as const]),
    ...(current === undefined ? [] : [["timeouts.call_ms", current] as const]),
  ];
}

function settingChecks({ problems, notes }: Examined): Check[] {
  const of = { of: "setting", name: "gateway.json" } as const;
  const isOfNone = ({ server }: Remark): boolean => server === undefined;
  return [
    ...problems.filter(isOfNone).map(({ text }): Check => ({ ...of, state: "problem", message: text })),
    ...notes.filter(isOfNone).map(({ text }): Check => ({ ...of, state: "warning", message: text })),
  ];
}

function packageChecks({ config, bundled }: Examined): Check[] {
  return configuredPackages(config.packages).map(({ name }): Check => {
    const isThere = bundled.has(name);
    const message = isThere
      ? `${name} can be imported by scripts.`
      : `${name} is not bundled, so no script can import it: npm install ${name}, then build again; the build says why if it still cannot.`;
    return { of: "setting", name: "packages", state: isThere ? "ok" : "problem", message };
  });
}
