/**
 * What MCPProxy's pages say comes of their samples (smart-mcp-proxy/mcpproxy-go at 20a3e509), given what the servers of upstreams.ts answer.
 * An error is compared by its code, and by its message where the pages give it a fixed one or the script throws it. Left out are
 * fragments (with "..."), shapes of answers, definitions alone (a function is called here, decision 004), and what the pages show as a
 * mistake that is none here (a `Date` that is returned, timers).
 */
import { contains, error, exactly, nothing, starts, value, type Wanted } from "./wanted.ts";

export interface Check {
  /** Page and line of the block. */
  readonly at: string;
  /** Of several scripts of a block, the one that is run; the first unless told. */
  readonly part?: number;
  readonly input?: unknown;
  readonly options?: unknown;
  /** Declarations of placeholders that the page leaves to its reader. */
  readonly before?: string;
  /** The script in place of the block's, which is an option alone. */
  readonly code?: string;
  readonly want: Wanted;
}

const octocat = { username: "octocat" };
const nobody = { username: "nobody" };
const titles = value({ titles: ["PR 1", "PR 2", "PR 3", "PR 4", "PR 5"] });
const user = { login: "octocat", id: 583_231, name: "The Octocat", public_repos: 8 };
const repository = { repo: { stars: 2_145 }, openIssues: 2, ci: "passed" };
const statistics = { total_repos: 8, total_stars: 15_234 };
const items = "var items = [1, 2, 3];";

export const CHECKS: readonly Check[] = [
  { at: "overview:56", input: { ...octocat, repos: ["Hello-World", "none"] }, want: value({ count: 1 }) },
  { at: "overview:81", input: { ...octocat, since: "2020-01-01" }, want: value({ total: 6 }) },
  {
    at: "overview:188",
    code: "call_tool('github', 'get_user', {username: 'octocat'}).ok",
    options: { timeout_ms: 60_000, max_tool_calls: 20, allowed_servers: ["github"] },
    want: value(true),
  },
  { at: "overview:400", input: octocat, want: value({ user, repo_count: 8 }) },
  { at: "overview:400", input: nobody, want: value({ error: contains("Not Found") }) },
  { at: "overview:425", input: { query: "SELECT 1" }, want: value([{ id: 123 }]) },
  { at: "overview:441", input: { ids: [1, 2, 3] }, want: value({ success_count: 2, error_count: 1 }) },
  { at: "overview:468", input: octocat, want: value({ ...statistics, avg_stars: 1_904 }) },
  { at: "overview:494", want: titles },
  { at: "overview:541", part: 0, want: error("SYNTAX_ERROR", starts(""), starts("")) },
  { at: "overview:541", part: 2, want: error("RUNTIME_ERROR", exactly("Something went wrong"), contains("1:")) },
  { at: "overview:553", want: value({ error: starts("User not found: ") }) },
  {
    at: "overview:566",
    options: { timeout_ms: 1_000 },
    want: error("TIMEOUT", exactly("JavaScript execution timed out")),
  },
  { at: "overview:577", options: { max_tool_calls: 10 }, want: error("MAX_TOOL_CALLS_EXCEEDED") },
  { at: "overview:602", input: { username: "Alice" }, want: value({ greeting: "Hello Alice" }) },
  { at: "overview:647", part: 0, input: octocat, want: value("The Octocat") },
  { at: "overview:647", part: 0, input: nobody, want: error("RUNTIME_ERROR") },
  { at: "overview:647", part: 1, input: octocat, want: value({ name: "The Octocat" }) },
  { at: "overview:647", part: 1, input: nobody, want: value({ error: contains("Not Found") }) },
  { at: "overview:665", code: "input", input: { a: 1 }, options: { timeout_ms: 300_000 }, want: value({ a: 1 }) },
  {
    at: "overview:686",
    input: { id: 7 },
    options: { allowed_servers: ["production-db"] },
    want: value({ ok: true, result: { deleted: 7 } }),
  },

  { at: "api:91", input: { value: 21 }, want: value({ result: 42 }) },
  { at: "api:102", want: value({ result: 42, message: "hello" }) },
  {
    at: "api:124",
    input: octocat,
    options: { timeout_ms: 30_000, max_tool_calls: 10, allowed_servers: ["github", "gitlab"] },
    want: value(user),
  },
  { at: "api:237", input: { username: "octocat", limit: 10 }, want: nothing },
  { at: "api:276", want: value({ name: "The Octocat", repos: 8 }) },
  { at: "api:292", want: nothing },
  { at: "api:337", want: titles },
  { at: "api:402", before: "var value = {};", want: nothing },
  { at: "api:440", want: error("SYNTAX_ERROR", starts(""), exactly("")) },
  { at: "api:459", want: error("RUNTIME_ERROR", starts("TypeError: Cannot read propert"), contains("1:")) },
  { at: "api:478", options: { timeout_ms: 1_000 }, want: error("TIMEOUT", exactly("JavaScript execution timed out")) },
  { at: "api:498", options: { max_tool_calls: 5 }, want: error("MAX_TOOL_CALLS_EXCEEDED") },
  { at: "api:518", options: { allowed_servers: ["github"] }, want: error("SERVER_NOT_ALLOWED") },
  { at: "api:538", want: error("SERIALIZATION_ERROR") },

  { at: "examples:30", input: { value: 21 }, want: value({ result: 42, original: 21 }) },
  { at: "examples:60", input: octocat, want: value({ ok: true, result: user }) },
  {
    at: "examples:97",
    input: octocat,
    want: value({
      user: { name: "The Octocat", login: "octocat", public_repos: 8 },
      repos: [{ name: "Hello-World", stars: 2_145 }, { name: "Spoon-Knife", stars: 12_345 }, {}, {}, {}],
      total_repos: 8,
    }),
  },
  { at: "examples:97", input: nobody, want: value({ error: starts("Failed to get user: ") }) },
  {
    at: "examples:173",
    input: { username: "johndoe" },
    want: value({ available_on: ["gitlab"], profiles: { github: null } }),
  },
  {
    at: "examples:205",
    input: nobody,
    want: value({ success: false, error: { type: "USER_NOT_FOUND", message: contains("Not Found"), ...nobody } }),
  },
  { at: "examples:205", input: octocat, want: value({ success: true, data: { login: "octocat", bio: null } }) },
  {
    at: "examples:249",
    input: { query: "SELECT * FROM users WHERE id = ?", params: [123] },
    want: value({ source: "replica", data: [{ id: 123 }], warning: starts("Primary database unavailable") }),
  },
  {
    at: "examples:303",
    input: { owner: "octocat", repo_names: ["Hello-World", "Spoon-Knife", "nonexistent-repo"] },
    options: { max_tool_calls: 10 },
    want: value({
      success: [
        { name: "Hello-World", stars: 2_145, forks: 892, language: "JavaScript" },
        { name: "Spoon-Knife", stars: 12_345, forks: 5_678, language: "HTML" },
      ],
      failed: [{ name: "nonexistent-repo", error: contains("Not Found") }],
      success_count: 2,
      error_count: 1,
    }),
  },
  {
    at: "examples:394",
    input: { type: "user", identifier: "octocat" },
    want: value({ tool_used: "get_user", data: user }),
  },
  { at: "examples:394", input: { type: "other" }, want: value({ error: "Unknown type: other" }) },
  {
    at: "examples:441",
    input: octocat,
    want: value({
      ...statistics,
      ...octocat,
      active_repos: 6,
      archived_repos: 2,
      total_forks: 8_123,
      avg_stars: 1_904,
      languages: { JavaScript: 3, Python: 2, Go: 1, HTML: 1, Unknown: 1 },
      most_popular_repo: "Spoon-Knife",
    }),
  },
  { at: "examples:517", input: octocat, want: value({ total_active: 6, total_repos: 8 }) },
  {
    at: "examples:567",
    input: {},
    options: { max_tool_calls: 5 },
    want: value({
      successful: [
        { username: "octocat", name: "The Octocat", public_repos: 8 },
        { username: "torvalds", name: "Linus Torvalds", public_repos: 5 },
      ],
      failed: [{ username: "nonexistent-user-xyz", reason: contains("Not Found") }],
      summary: { success_count: 2, failure_count: 1, total: 3 },
    }),
  },
  { at: "examples:628", input: { items: [1, 2, 3] }, options: { timeout_ms: 60_000 }, want: value({ count: 3 }) },
  {
    at: "examples:663",
    input: octocat,
    options: { max_tool_calls: 20 },
    want: value({ repos: [{ name: "Hello-World", stars: 2_145, contributors: ["ada", "grace"] }, {}, {}, {}, {}] }),
  },
  { at: "examples:727", code: "input", input: { test: "value" }, want: value({ test: "value" }) },
  { at: "examples:727", part: 1, want: value({ a: 1, b: "test", c: [1, 2, 3], d: { nested: true } }) },
  { at: "examples:727", part: 2, want: error("RUNTIME_ERROR", exactly("Test error"), contains("1:")) },

  {
    at: "cookbook:158",
    input: { usernames: ["octocat", "none"] },
    want: value({ users: [{ followers: 100 }, {}], count: 2 }),
  },
  {
    at: "cookbook:184",
    input: { usernames: ["octocat", "none"] },
    want: value({ users: [{ name: user.name }, {}], count: 2 }),
  },
  { at: "cookbook:215", input: { repo: "octocat/Hello-World" }, want: value(repository) },
  { at: "cookbook:238", input: { repo: "octocat/Hello-World" }, want: value(repository) },
  {
    at: "cookbook:267",
    input: { email: "user@example.com" },
    want: value({ customerId: "c1", latestOrder: { total: 9 } }),
  },
  {
    at: "cookbook:299",
    input: { query: "weather in Berlin" },
    want: value({ intent: "weather", answer: { temperature: 20 } }),
  },
  { at: "cookbook:299", input: { query: "1 + 1" }, want: value({ intent: "math", answer: {} }) },
  { at: "cookbook:299", input: { query: "goja" }, want: value({ intent: "search", answer: [{ title: "goja" }] }) },
  { at: "cookbook:329", input: { id: 42, maxAttempts: 3 }, want: value({ ok: true, result: { id: 42 }, attempts: 3 }) },
  { at: "cookbook:370", input: { ids: [1, 2, 3, 4, 5] }, want: value({ total: 5, failures: 1 }) },
  {
    at: "cookbook:395",
    input: { symbols: ["AAPL", "MSFT", "GOO"] },
    want: value({ count: 3, total: 110, max: { price: 40 } }),
  },
  {
    at: "cookbook:425",
    input: { query: "open source", maxPages: 5 },
    want: value({ items: [1, 2, 3], fetched: 3, exhausted: true }),
  },
  { at: "cookbook:454", input: { ids: [1, 2, 3, 4, 5], chunkSize: 2 }, want: value({ batches: 3, processed: 5 }) },
  { at: "cookbook:497", input: { channels: ["general", "random"] }, want: value({ uniqueMembers: 3 }) },

  { at: "troubleshooting:147", part: 0, want: error("SYNTAX_ERROR") },
  { at: "troubleshooting:147", part: 1, want: nothing },
  { at: "troubleshooting:156", part: 0, want: error("SYNTAX_ERROR") },
  { at: "troubleshooting:156", part: 1, before: "var name = 'Ada';", want: nothing },
  { at: "troubleshooting:173", part: 0, want: error("SYNTAX_ERROR") },
  { at: "troubleshooting:173", part: 1, want: nothing },
  { at: "troubleshooting:207", part: 0, input: {}, want: error("RUNTIME_ERROR", starts("TypeError: ")) },
  { at: "troubleshooting:207", part: 1, input: {}, want: nothing },
  { at: "troubleshooting:207", part: 2, input: { user: { name: "Ada" } }, want: value("Ada") },
  { at: "troubleshooting:222", part: 0, input: nobody, want: error("RUNTIME_ERROR", starts("TypeError: ")) },
  { at: "troubleshooting:222", part: 1, input: nobody, want: value({ error: contains("Not Found") }) },
  {
    at: "troubleshooting:256",
    part: 0,
    want: error("RUNTIME_ERROR", exactly("ReferenceError: result is not defined")),
  },
  { at: "troubleshooting:256", part: 1, want: value(42) },
  {
    at: "troubleshooting:266",
    part: 0,
    want: error("RUNTIME_ERROR", exactly("ReferenceError: require is not defined")),
  },
  { at: "troubleshooting:266", part: 2, want: nothing },
  { at: "troubleshooting:336", part: 0, options: { timeout_ms: 1_000 }, want: error("TIMEOUT") },
  { at: "troubleshooting:336", part: 2, input: { items: [1, 2] }, want: nothing },
  { at: "troubleshooting:414", part: 1, before: items, want: value({ ok: true, result: { processed: [1, 2, 3] } }) },
  { at: "troubleshooting:449", options: { allowed_servers: ["github", "gitlab"] }, want: value({ ok: true }) },
  { at: "troubleshooting:459", options: { allowed_servers: [] }, want: value({ ok: true }) },
  {
    at: "troubleshooting:479",
    part: 1,
    input: {},
    want: value({ ok: false, error: { message: contains("Not Found") } }),
  },
  {
    at: "troubleshooting:521",
    before: "var requests = [{server: 'api', tool: 'ping'}];",
    want: value({ results: [{ ok: true, result: { pong: true } }] }),
  },
  {
    at: "troubleshooting:521",
    before: "var requests = [{server: 'api'}];",
    want: value({ error: contains("element 0") }),
  },
  { at: "troubleshooting:563", before: "var requests = [{server: 'api', tool: 'ping'}];", want: value([{ ok: true }]) },
  { at: "troubleshooting:764", part: 0, want: error("SERIALIZATION_ERROR") },
  { at: "troubleshooting:764", part: 1, want: value({ result: 42 }) },
  { at: "troubleshooting:777", part: 1, want: value(null) },
  { at: "troubleshooting:786", part: 0, want: error("SERIALIZATION_ERROR") },
  { at: "troubleshooting:786", part: 1, want: value({ value: 42 }) },
  { at: "troubleshooting:797", part: 1, want: value({ created: contains("T") }) },
  { at: "troubleshooting:826", part: 0, before: items, want: value({ ok: true, result: { id: 3 } }) },
  { at: "troubleshooting:826", part: 1, before: items, want: value({ ok: true, result: [1, 2, 3] }) },
  { at: "troubleshooting:837", part: 0, before: items, want: value({ ok: true, result: { id: 3 } }) },
  { at: "troubleshooting:837", part: 1, before: items, want: nothing },
  { at: "troubleshooting:855", part: 0, before: `${items} var process = (item, config) => item;`, want: value(3) },
  {
    at: "troubleshooting:855",
    part: 1,
    before: `${items} var process = (item, config) => config.mode;`,
    want: value("fast"),
  },
  { at: "troubleshooting:872", part: 0, before: "var arr1 = [1, 2], arr2 = [2, 3], results = [];", want: nothing },
  { at: "troubleshooting:872", part: 1, before: "var arr1 = [1, 2], arr2 = [2, 3], results = [];", want: value(1) },
  { at: "troubleshooting:943", input: octocat, want: value({ name: "The Octocat" }) },
  { at: "troubleshooting:964", part: 0, input: octocat, want: value(octocat) },
  { at: "troubleshooting:964", part: 1, want: value({ ok: true, result: user }) },
  { at: "troubleshooting:964", part: 2, want: value(user) },
  { at: "troubleshooting:964", part: 3, want: value({ name: "The Octocat", repos: 8 }) },
  { at: "troubleshooting:992", want: value({}) },
  {
    at: "troubleshooting:1008",
    part: 0,
    before: "var res = {ok: true, result: {name: 'Ada'}}, items = [1];",
    want: value({ name: "Ada" }),
  },

  { at: "features:96", want: nothing },
  { at: "features:109", want: value([{ title: "PR 1" }, { title: "PR 2" }, { status: "passed" }]) },
  { at: "features:135", want: nothing },
  { at: "features:143", before: "var result = 1;", want: value({ success: true, data: 1 }) },
  { at: "features:222", input: { a: 5, b: 3 }, want: value({ sum: 8 }) },
  {
    at: "features:229",
    input: { username: "octocat", repo: "owner/repo" },
    want: value({ issue: { result: { title: "Issue from The Octocat" } } }),
  },
  { at: "features:242", input: { path: "/" }, want: value({ markdown_files: ["a.md"] }) },
  { at: "features:260", input: { url: "https://a.example" }, want: value({ success: true, data: { ok: true } }) },
  { at: "features:301", before: "var user = {profile: {}}, response = {data: 1};", want: nothing },
];
