/** `tools/list` costs next to nothing, whatever stands behind the gateway, and hides no server. */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { toolList, type Offered } from "../../src/mcp/tool-list.ts";
import type { ToolDefinition } from "../../src/upstream/connector.ts";
import { loadCatalogs } from "../fixtures/catalogs/load.ts";

type Reach = Pick<Offered, "hosts" | "packages">;

const MAX_TOKENS = 800;
const MAX_DESCRIPTION = 2_000;

const NOTHING = { hosts: [], packages: [] };

function listFor(servers: readonly { name: string; tools: readonly ToolDefinition[] }[], reach: Reach = NOTHING) {
  const catalog = joinCatalog(
    servers.map(({ name, tools }) => buildServerCatalog(name, name.replaceAll(/\W/g, "_"), name, tools)),
  );
  const snapshot = {
    servers: catalog.servers.map(({ name, identifier, hash }) => ({
      ...{ name, identifier, hash },
      status: { state: "ready" as const },
    })),
    lists: {},
    scripts: [],
  };
  return toolList(snapshot, catalog, { ...reach, exposures: new Map() });
}

const real = loadCatalogs().map(({ name, tools }) => ({ name, tools: tools as readonly ToolDefinition[] }));
const many = Array.from({ length: 300 }, (_, index) => ({
  name: `department-service-with-a-long-name-${index}`,
  tools: [{ name: "do-something" }],
}));

describe("tools/list", () => {
  it.each([
    { given: "no server", servers: [] },
    { given: "one small server", servers: real.filter(({ name }) => name === "memory") },
    { given: "every real catalog", servers: real },
    { given: "300 servers with long names", servers: many },
  ])("$given: at most 800 tokens, descriptions below 2,000 characters", ({ servers }) => {
    const tools = listFor(servers);
    expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(MAX_TOKENS);
    for (const { description } of tools) expect(description?.length).toBeLessThan(MAX_DESCRIPTION);
  });

  it("stays so small with many hosts and packages, which are cut", () => {
    const hosts = Array.from({ length: 50 }, (_, n) => `api-${n}.example.com`);
    const packages = Array.from({ length: 50 }, (_, n) => ({ name: `package-${n}`, needsApproval: n % 2 === 0 }));
    for (const servers of [many, real]) {
      const tools = listFor(servers, { hosts, packages });
      expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(MAX_TOKENS);
      expect(JSON.stringify(tools)).toContain("Only these packages can be imported: package-0*, package-1,");
    }
  });

  it("names every server of the real catalogs", () => {
    const text = JSON.stringify(listFor(real));
    for (const { name } of real) expect(text).toContain(name.replaceAll(/\W/g, "_"));
  });

  it("prints the signatures themselves when they fit", () => {
    const text = JSON.stringify(listFor(real.filter(({ name }) => name === "context7")));
    expect(text).toContain("context7.resolve_library_id(");
  });

  it("counts what it cannot name", () => {
    expect(JSON.stringify(listFor(many))).toMatch(/and \d+ more \(search_tools/);
  });
});
