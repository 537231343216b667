/** Prompts: saved scripts that are exposed as prompts, and prompts of upstreams, whose arguments the upstreams complete. */
import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { Snapshot } from "../catalog/snapshot.ts";
import { invalidParams } from "./invalid-params.ts";
import type { PassedFeatures } from "./passed-features.ts";
import { scriptPrompt, scriptPrompts } from "./script-views.ts";

interface PromptBackend {
  catalog(): Promise<{ readonly snapshot: Snapshot }>;
}

type Passed = (ctx: ServerContext) => Promise<Pick<PassedFeatures, "prompts" | "prompt" | "complete">>;

export function servePrompts(server: Server, backend: PromptBackend, passed: Passed): void {
  server.setRequestHandler("prompts/list", async (_, ctx) => {
    const { snapshot } = await backend.catalog();
    const own = scriptPrompts(snapshot.scripts);
    const others = (await (await passed(ctx)).prompts()).filter(({ name }) => own.every((one) => one.name !== name));
    return { prompts: [...own, ...others] };
  });
  server.setRequestHandler("prompts/get", async ({ params }, ctx) => {
    const { snapshot } = await backend.catalog();
    const found = isOwn(snapshot, params.name)
      ? undefined
      : await (await passed(ctx)).prompt(params.name, params.arguments ?? {});
    return found ?? scriptPrompt(snapshot.scripts, params.name, params.arguments ?? {});
  });
}

/** Completes arguments of upstreams' prompts and resource templates; nothing is known of the gateway's own. */
export function serveCompletions(server: Server, backend: PromptBackend, passed: Passed): void {
  server.setRequestHandler("completion/complete", async ({ params }, ctx) => {
    const { ref } = params;
    const { snapshot } = await backend.catalog();
    const isGateways = ref.type === "ref/prompt" ? isOwn(snapshot, ref.name) : ref.uri.startsWith("isogate:");
    if (isGateways) return { completion: { values: [] } };
    const completion = await (await passed(ctx)).complete(params);
    if (completion !== undefined) return { completion };
    const what = ref.type === "ref/prompt" ? `prompt ${JSON.stringify(ref.name)}` : `template ${ref.uri}`;
    throw invalidParams(`There is no ${what.slice(0, 300)}.`);
  });
}

function isOwn({ scripts }: Snapshot, prompt: string): boolean {
  return scriptPrompts(scripts).some(({ name }) => name === prompt);
}
