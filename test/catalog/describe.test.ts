/** Descriptions keep to their budget, keep the order, and say how much they show. */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { describeTools } from "../../src/catalog/describe.ts";
import { indexOf } from "../../src/catalog/catalog-index.ts";
import { search } from "../../src/catalog/search/index.ts";
import { loadCatalogs } from "../fixtures/catalogs/load.ts";
import { vocabulary } from "./search/build-index.ts";

const catalog = joinCatalog(
  loadCatalogs().map(({ name, tools }) => buildServerCatalog(name, name.replaceAll(/\W/g, "_"), name, tools as never)),
);
const nothing = { readParts: async () => ({}), writeParts: async () => undefined };
const index = await indexOf(catalog, vocabulary, { store: nothing, later: () => undefined });

describe("describeTools", () => {
  it.each([100, 300, 1_000, 4_000])("stays within %i tokens at every level", (budget) => {
    for (const detail of ["names", "signatures", "full"] as const) {
      const { hits } = search(index, "create an issue", { limit: 100 });
      const { text, shown } = describeTools(catalog, hits, detail, budget);
      expect(shown).toBeGreaterThan(0);
      expect(encode(text).length).toBeLessThan(budget * 1.12);
    }
  });

  it("shows every server in a listing that has room for their names", () => {
    const { hits } = search(index, "", { limit: catalog.servers.length });
    const { text } = describeTools(catalog, hits, "names", 2_000);
    for (const { identifier } of catalog.servers) expect(text).toContain(`${identifier}.`);
  });

  const LARGE = { server: "ms365", tool: "create_sharepoint_list" };

  it("prints less rather than nothing when one tool alone is too long", () => {
    const { text, detail } = describeTools(catalog, [LARGE], "full", 100);
    expect(text).toContain("ms365.create_sharepoint_list");
    expect(detail).toBe("signatures");
  });

  it("folds types so that no signature takes half of the budget, and says of which tools", () => {
    const others = ["list_mail_messages", "create_calendar_event"].map((tool) => ({ server: "ms365", tool }));
    for (const budget of [400, 1_000, 2_000]) {
      const { text, shown, folded } = describeTools(catalog, [LARGE, ...others], "signatures", budget);
      expect(shown).toBeGreaterThan(1);
      expect(folded).toContain("ms365.create_sharepoint_list");
      const longest = Math.max(...text.split("\n").map((line) => encode(line).length));
      expect(longest).toBeLessThan(budget / 2);
    }
  });

  it("tells of a required parameter which tool finds its value", () => {
    const soql = { server: "salesforce", tool: "run_soql_query" };
    expect(describeTools(catalog, [soql], "signatures", 1_000).text).toMatch(/usernameOrAlias: .*get_username/);
  });

  it("leaves out what many tools of a server begin with", () => {
    const message = { server: "twilio_all", tool: "TwilioApiV2010__CreateMessage" };
    const { text } = describeTools(catalog, [message], "signatures", 1_000);
    expect(text).toContain("Send a message");
    expect(text).not.toContain("public Twilio REST API");
  });
});
