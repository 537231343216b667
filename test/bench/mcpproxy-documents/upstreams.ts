/** Real MCP servers with the names and tools of MCPProxy's documents, on loopback. They answer what the documents show. */
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serve } from "../../fixtures/upstreams/node-server.ts";

type Args = Readonly<Record<string, unknown>>;
type Tools = Readonly<Record<string, (args: Args) => unknown>>;

const DAY_MS = 86_400_000;

const USERS: Readonly<Record<string, object>> = {
  octocat: { login: "octocat", id: 583_231, name: "The Octocat", public_repos: 8, followers: 100, bio: null },
  torvalds: { login: "torvalds", id: 1, name: "Linus Torvalds", public_repos: 5, followers: 200 },
};

const REPOS = [
  repo("Hello-World", 2_145, 892, "JavaScript"),
  repo("Spoon-Knife", 12_345, 5_678, "HTML"),
  repo("one", 700, 1_500, "JavaScript"),
  repo("two", 44, 53, "JavaScript"),
  repo("three", 0, 0, "Python"),
  repo("four", 0, 0, "Python"),
  repo("five", 0, 0, "Go", true),
  repo("six", 0, 0, null, true),
];

/** @returns servers; a tool that throws fails with the message of the error */
function servers(): Readonly<Record<string, Tools>> {
  let fetched = 0;
  return {
    github: {
      get_user: ({ username }) => found(USERS[String(username)]),
      list_repos: ({ limit = 100 }) => REPOS.slice(0, Number(limit)),
      get_repo: ({ repo: name, name: other }) => found(REPOS.find((one) => one.name === (name ?? other))),
      list_issues: () => [{ number: 1 }, { number: 2 }],
      list_contributors: () => ["ada", "grace"],
      get_pull_request: ({ pullNumber }) => ({ title: `PR ${String(pullNumber)}` }),
      create_issue: ({ title }) => ({ number: 1, title }),
    },
    gitlab: { get_user: ({ username }) => ({ login: username }) },
    bitbucket: { get_user: () => found(undefined) },
    "primary-db": { query: () => fail("connection refused") },
    "replica-db": { query: () => [{ id: 123 }] },
    "backup-db": { query: () => [{ id: 123 }] },
    "production-db": { delete: ({ id }) => ({ deleted: id }) },
    api: {
      ping: () => ({ pong: true }),
      process_batch: ({ items }) => ({ processed: items }),
      get: ({ id }) => ({ id }),
      get_batch: ({ ids }) => ids,
      get_config: () => ({ mode: "fast" }),
      fetch_data: ({ url }) => ({ url }),
    },
    "api-server": {
      get_item: ({ id }) => (id === 3 ? fail("no such item") : { id }),
      process_item: ({ id }) => (id === 4 ? fail("item 4 is broken") : { id }),
      bulk_process: ({ ids }) => ids,
    },
    ci: { latest_pipeline: () => ({ status: "passed" }) },
    crm: { find_customer: () => ({ id: "c1" }) },
    orders: { list_orders: () => [{ id: "o1" }], get_order: ({ orderId }) => ({ id: orderId, total: 9 }) },
    weather: { current: ({ location }) => ({ location, temperature: 20 }) },
    search: {
      web: ({ q }) => [{ title: q }],
      list: ({ cursor }) => (cursor === null ? { items: [1, 2], nextCursor: "2" } : { items: [3], nextCursor: null }),
    },
    "flaky-api": {
      fetch: ({ id }) => {
        fetched += 1;
        return fetched % 3 === 0 ? { id } : fail("503 Service temporarily unavailable");
      },
    },
    market: { quote: ({ symbol }) => ({ symbol, price: String(symbol).length * 10 }) },
    slack: {
      list_members: ({ channel }) => ({ members: channel === "general" ? ["u1", "u2"] : ["u2", "u3"] }),
      get_user: ({ user }) => ({ real_name: `name of ${String(user)}` }),
    },
    filesystem: { read_file: () => "the text", list_directory: () => ["a.md", "b.txt"] },
    server: { tool: ({ arg }) => ({ arg }) },
  };
}

export async function startDocumentedServers() {
  const handlers = new Map(
    Object.entries(servers()).map(([name, tools]) => [name, createMcpHandler(() => create(name, tools))]),
  );
  const running = await serve(async (request) => {
    const handler = handlers.get(new URL(request.url).pathname.split("/")[1] ?? "");
    return handler === undefined ? new Response("not found", { status: 404 }) : handler.fetch(request);
  });
  const entries = [...handlers.keys()].map((name) => [name, { url: `${running.origin}/${name}/mcp` }] as const);
  return { mcpServers: Object.fromEntries(entries), close: () => running.close() };
}

function create(name: string, tools: Tools): McpServer {
  const server = new McpServer({ name, version: "1.0.0" });
  for (const [tool, answer] of Object.entries(tools)) {
    server.registerTool(tool, { description: tool, inputSchema: z.looseObject({}) }, (args) => {
      const value = answer(args);
      return { content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }] };
    });
  }
  return server;
}

function repo(name: string, stars: number, forks: number, language: string | null, archived = false) {
  const pushedAt = new Date(Date.now() - 10 * DAY_MS).toISOString();
  return { name, stargazers_count: stars, forks_count: forks, language, archived, pushed_at: pushedAt };
}

function found<T>(value: T | undefined): T {
  return value ?? fail("Not Found");
}

function fail(message: string): never {
  throw new Error(message);
}
