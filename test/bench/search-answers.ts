// What a search answer costs a model and whether it is enough: twenty tasks over nineteen real catalogs (3,289 tools), four further
// upstreams that are down. Per task the tokens (o200k) of the answer to one plain request, and which of the tools that the task
// needs are in it, with a signature or by name only. The catalogs come from the fixtures; one that may not be kept there is read
// from ../shared/catalogs, or its task is left out.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { root } from "../../scripts/stack.mjs";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { documentsOf } from "../../src/catalog/catalog-index.ts";
import type { Snapshot } from "../../src/catalog/snapshot.ts";
import { searchTools } from "../../src/mcp/search-tools.ts";
import { join as joinIndex, partOf } from "../catalog/search/build-index.ts";
import { loadCatalogs, type Catalog } from "../fixtures/catalogs/load.ts";

const BAR_TOKENS = 700;

/** Name of the server, and of the catalog where it is another. */
const SERVERS: Readonly<Record<string, string>> = {
  github: "github-rest-openapi",
  microsoft365: "ms365",
  twilio: "twilio-all",
  azure: "azure-all",
  figma: "figma-openapi",
  stripe: "stripe",
  sentry: "sentry",
  ...Object.fromEntries(
    "digitalocean monday salesforce notion mapbox cloudflare n8n firecrawl playwright firebase tavily brave"
      .split(" ")
      .map((name) => [name, name]),
  ),
};

interface Task {
  readonly request: string;
  /** Tools that the task needs, each as its server and its name there; any of several will do. None: no tool fits. */
  readonly wanted: readonly (readonly string[])[];
}

const TASKS: readonly Task[] = [
  {
    request: "list the open issues labelled bug of a GitHub repository, newest first",
    wanted: [["github.issues-list-for-repo"]],
  },
  {
    request: "find open pull requests that have no review yet",
    wanted: [["github.pulls-list", "github.search-issues-and-pull-requests"], ["github.pulls-list-reviews"]],
  },
  { request: "create an issue in a GitHub repository", wanted: [["github.issues-create"]] },
  { request: "send an SMS with Twilio", wanted: [["twilio.TwilioApiV2010--CreateMessage"]] },
  { request: "list my unread emails", wanted: [["microsoft365.list-mail-messages"]] },
  { request: "create a calendar event with an attendee", wanted: [["microsoft365.create-calendar-event"]] },
  { request: "which droplets have more than 4 vCPUs and what do they cost", wanted: [["digitalocean.droplet-list"]] },
  { request: "total of the unpaid invoices of a customer", wanted: [["stripe.list_invoices"]] },
  { request: "unresolved issues in Sentry, most frequent first", wanted: [["sentry.search_issues"]] },
  {
    request: 'append a bullet to the Notion page "Roadmap"',
    wanted: [["notion.API-patch-block-children"], ["notion.API-post-search"]],
  },
  { request: "open comments on a Figma file, grouped by user", wanted: [["figma.get-comments"]] },
  {
    request: "driving directions from Berlin to Hamburg: distance and duration",
    wanted: [["mapbox.directions_tool"], ["mapbox.search_and_geocode_tool"]],
  },
  {
    request: "list the blob containers of all Azure storage accounts",
    wanted: [["azure.storage_blob_container_get"], ["azure.storage_account_get"]],
  },
  { request: 'monday items whose status is "Stuck"', wanted: [["monday.get_board_items_page"]] },
  {
    request: "list my Cloudflare Workers and KV namespaces",
    wanted: [["cloudflare.worker_list"], ["cloudflare.get_kvs"]],
  },
  { request: "run a SOQL query against Salesforce", wanted: [["salesforce.run_soql_query"]] },
  {
    request: "failed n8n executions with the names of their workflows",
    wanted: [["n8n.n8n_executions"], ["n8n.n8n_list_workflows"]],
  },
  {
    request: "search the web and scrape the first result",
    wanted: [
      ["firecrawl.firecrawl_search", "tavily.tavily_search", "brave.brave_web_search"],
      ["firecrawl.firecrawl_scrape"],
    ],
  },
  {
    request: "open a web page in the browser and read its title",
    wanted: [["playwright.browser_navigate"], ["playwright.browser_evaluate", "playwright.browser_snapshot"]],
  },
  { request: "query documents of a Firestore collection", wanted: [] },
];

const catalogs = Object.entries(SERVERS).flatMap(([server, name]) => {
  const found = loadCatalogs().find((one) => one.name === name) ?? shared(name);
  return found ? [buildServerCatalog(server, server, server, found.tools)] : [];
});
const catalog = joinCatalog(catalogs);
const index = joinIndex(catalogs.map((one) => partOf(documentsOf(one))));
const down = {
  state: "down",
  reason: "HTTP 401 from https://mcp.example.com/mcp: the credential has expired. Check its headers.",
} as const;
const snapshot: Snapshot = {
  servers: [
    ...catalogs.map(({ name, hash }) => ({ name, identifier: name, hash, status: { state: "ready" } as const })),
    ...["pagerduty", "datadog", "postgres"].map((name) => ({ name, identifier: name, status: down })),
    {
      name: "linear",
      identifier: "linear",
      status: { ...down, needsSignIn: true, signInUrl: `https://gateway.example.com/sign-in/${"x".repeat(86)}` },
    },
  ],
  lists: {},
  scripts: [],
};

let [tokens, answers, wantedCount, named, signed] = [0, 0, 0, 0, 0];
const SESSION = { switchedOff: new Map<string, string>(), maySaveScripts: true };
console.log(`${catalog.toolCount} tools of ${catalogs.length} servers\n`);
for (const { request, wanted } of TASKS) {
  const missing = wanted.flat().some((path) => !catalogs.some(({ name }) => path.startsWith(`${name}.`)));
  if (missing) {
    console.log(`left out, its catalog is not there: ${request}`);
    continue;
  }
  const ranking = { index: async () => index, rankByMeaning: async () => undefined };
  const answer = await searchTools({ query: request }, snapshot, catalog, ranking, SESSION);
  if (!answer.ok) throw new Error(answer.error);
  const { value: text } = answer;
  const cost = encode(text).length;
  const states = wanted.map((group) => {
    const paths = group.map(pathOf);
    return paths.some((path) => text.includes(`${path}(`))
      ? "signature"
      : paths.some((path) => text.includes(path))
        ? "name"
        : "MISSING";
  });
  tokens += cost;
  answers += 1;
  wantedCount += states.length;
  signed += states.filter((state) => state === "signature").length;
  named += states.filter((state) => state !== "MISSING").length;
  const verdict =
    wanted.length === 0
      ? /nothing fits well/iu.test(text)
        ? "says that nothing fits"
        : "does not say that nothing fits"
      : states.join(", ");
  console.log(`${String(cost).padStart(5)} tokens  ${request}: ${verdict}`);
  if (process.argv.includes("--text")) console.log(`${text}\n`);
}
const mean = tokens / answers;
console.log(
  `\n${mean.toFixed(0)} tokens per answer in the mean (bar ${BAR_TOKENS}); of ${wantedCount} wanted tools ${signed} with a signature, ${named} at all`,
);
if (mean > BAR_TOKENS) process.exitCode = 1;

function pathOf(path: string): string {
  const at = path.indexOf(".");
  const [server, tool] = [path.slice(0, at), path.slice(at + 1)];
  const found = catalogs.find(({ name }) => name === server)?.sdk.tools.find(({ name }) => name === tool);
  if (!found) throw new Error(`There is no tool ${path} in the catalogs.`);
  return `${server}.${found.identifier}`;
}

function shared(name: string): Catalog | undefined {
  const file = join(root, "../shared/catalogs", `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Catalog) : undefined;
}
