/** Fetches a description as a connector would and makes its SDK: everything from the bytes to the text. */
import { buildServerSdk, printTools } from "../../../../sdk-gen/index.ts";
import { readApi } from "../../../../src/upstream/openapi/read-api.ts";

interface Env {
  readonly DESCRIPTIONS: Fetcher;
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/") return new Response("ready");
    const response = await env.DESCRIPTIONS.fetch(request.url);
    return Response.json(makeSdk(JSON.parse(await response.text())));
  },
} satisfies ExportedHandler<Env>;

function makeSdk(description: unknown): { readonly operations: number; readonly chars: number } {
  const api = readApi(description);
  const sdk = buildServerSdk({ name: "api", identifier: "api", tools: api.ok ? api.tools : [] });
  const identifiers = sdk.tools.map((tool) => tool.identifier);
  return { operations: identifiers.length, chars: printTools(sdk, identifiers, "signatures").length };
}
