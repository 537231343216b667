/** Everything that can be found wrong with a request before anything happens. */
import { rewritesFor } from "../../dialects/index.ts";
import { prepareScript, type PreparedScript, type RunError } from "../../worker-loader/index.ts";
import type { ExecuteContext, NestedDurable } from "./execute-context.ts";
import { calledScript, findScript, resumedScript } from "./find-script.ts";
import type { BegunScript, CalledScript, FoundScript, ScriptStore } from "./find-script.ts";
import { catalogInScope, inScope, rememberIn, type InScope, type Remember } from "./in-scope.ts";
import { layoutServers } from "../catalog/layout-servers.ts";
import { preflight } from "./preflight.ts";
import type { ScriptFlows } from "../enforcement/call-guard.ts";
import type { RunRequest } from "./run-options.ts";
import { readFlows } from "./script-flows.ts";
import type { Found, LayoutServers } from "../../dialects/servers-layout/layout-servers.ts";

export interface PreparedRun {
  readonly request: RunRequest;
  readonly found: FoundScript;
  readonly script: PreparedScript;
  readonly scope: InScope;
  /** The calls to which its results may flow; undefined if the analysis cannot tell. */
  readonly flows: ScriptFlows | undefined;
}

type Prepared =
  | ({ readonly ok: true } & PreparedRun)
  | { readonly ok: false; readonly error: RunError; readonly isInvalidRequest: boolean };

/** @param durable the place of the script in a durable run */
export async function prepareRun(
  request: RunRequest,
  context: ExecuteContext,
  durable: NestedDurable | undefined,
): Promise<Prepared> {
  const remember = rememberIn(durable);
  const { gateway, scripts: summaries, catalog, servers, withheld } = context;
  const store: ScriptStore = { summaries, get: (name, version) => gateway.script(name, version) };
  const stored = await findScript(request, store, catalog, withheld.access);
  const begun = begunScript(context);
  const called = begun ? undefined : calledBefore(request, context);
  const found = begun ? resumedScript(begun, stored) : called ? calledScript(called, request, stored) : stored;
  if (!found.ok) return { ...found, isInvalidRequest: true };
  const { code, language } = found.value;
  const rewrites = rewritesFor(code, () => {
    const names = summaries.map(({ name }) => name);
    return rememberedLayout(layoutServers(catalog, servers, withheld, names), remember);
  });
  const names = context.packages.map(({ name }) => name);
  const prepared = await prepareScript(code, language, context.transpile, names, rewrites, context.owner);
  if (!prepared.ok) return { ...prepared, isInvalidRequest: false };
  const { script } = prepared;
  // A run that goes on has made calls. It hears of each call that cannot be made any more, when it makes it.
  const wrong = begun ? undefined : preflight(script.calls, catalog, withheld);
  if (wrong) return { ok: false, error: wrong, isInvalidRequest: false };
  const scope = inScope(script, context, remember);
  const { flows, error } = readFlows(script, begun ? catalogInScope(catalog, scope) : catalog, context.policy);
  return error && !begun
    ? { ok: false, error, isInvalidRequest: false }
    : { ok: true, request, found: found.value, script, scope, flows };
}

/** @returns the script that the run began with; undefined for a run that begins now */
function begunScript({ resumed, within }: ExecuteContext): BegunScript | undefined {
  return within ? within.session.childAt(within.path)?.script : resumed?.opening;
}

/** @returns the saved script as the durable run around it has called it first */
function calledBefore({ source }: RunRequest, { within }: ExecuteContext): CalledScript | undefined {
  return within && "name" in source ? within.session.called(source.name) : undefined;
}

/**
 * The servers, tools and saved scripts that a script's imports mean (dialects/servers-layout): in a durable run those of the beginning, so
 * that its imports are rewritten to the same calls. What is not found ends the script before it runs, and is not remembered.
 */
export function rememberedLayout(layout: LayoutServers, remember: Remember): LayoutServers {
  /** @param find finds the identifier now @returns that of the beginning */
  const recall = (path: string, find: () => Found<{ readonly identifier: string }>) => {
    let now: Found<{ readonly identifier: string }> | undefined;
    const [identifier] =
      remember(path, () => {
        now = find();
        return now.ok ? [now.identifier] : undefined;
      }) ?? [];
    return identifier === undefined && now !== undefined ? now : { ok: true as const, identifier: identifier ?? "" };
  };
  return {
    version: layout.version,
    findSkill(name) {
      const skill = recall(`skills/${name}`, () => {
        const found = layout.findSkill(name);
        return found.ok ? { ok: true, identifier: found.name } : found;
      });
      return skill.ok ? { ok: true, name: skill.identifier } : skill;
    },
    findServer(name) {
      const findNow = () => layout.findServer(name);
      const server = recall(`servers/${name}`, () => {
        const found = findNow();
        return found.ok ? { ok: true, identifier: found.server.identifier } : found;
      });
      if (!server.ok) return server;
      const findTool = (tool: string) =>
        recall(`servers/${name}/${tool}`, () => {
          const found = findNow();
          return found.ok ? found.server.findTool(tool) : found;
        });
      return { ok: true, server: { identifier: server.identifier, findTool } };
    },
  };
}
