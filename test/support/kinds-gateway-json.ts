/** The gateway.json of the gateway under test with an upstream of every kind. */
import { fixedApi } from "../fixtures/apis/fixed-api.ts";
import { schemedApi } from "../fixtures/apis/schemed-api.ts";
import { documentedServers } from "./documented-upstreams.ts";
import type { KindsOrigins } from "./kinds-origins.ts";

export function kindsGatewayJson({ api, tools, graphql, features, paged }: KindsOrigins): string {
  return JSON.stringify({
    // Two of the servers that there are, each by its address and not by the name localhost.
    fetch: { allow: [new URL(api).host, `127.0.0.1:${new URL(tools).port}`, "*.example.org"] },
    mcpServers: {
      echo: { type: "openapi", spec: `${api}/openapi.json`, headers: { "X-Key": "${TEST_TOKEN}" } },
      pets: { type: "openapi", spec: `${api}/pets.yaml` },
      swagger: {
        type: "openapi",
        spec: `${api}/swagger.json`,
        base_url: `${api}/v1?via=base`,
        auth: { query: { key: "${TEST_TOKEN}" } },
      },
      inline: {
        type: "openapi",
        spec: {
          openapi: "3.1.0",
          paths: { "/pets": { get: { operationId: "listPets" } }, "/echo/status/{code}": { get: {} } },
        },
        base_url: `${api}/v1`,
        auth: { type: "bearer", token: "${TEST_TOKEN}" },
        tools: { exclude: ["nothing_*"], rename: { listPets: "all_pets" } },
      },
      moved: {
        type: "openapi",
        spec: {
          openapi: "3.1.0",
          servers: [{ url: "https://real.example/v1" }],
          paths: {
            "/echo/here": { get: { operationId: "here" } },
            "/below": { get: { operationId: "below", servers: [{ url: "https://real.example/v1/echo" }] } },
            "/beside": { get: { operationId: "beside" }, servers: [{ url: "/v1/echo" }] },
            "/v1/echo/away": {
              get: { operationId: "away", servers: [{ url: api.replace("127.0.0.1", "localhost") }] },
            },
          },
        },
        base_url: `${api}/v1?via=base`,
        headers: { "X-Key": "${TEST_TOKEN}" },
      },
      partial: {
        type: "openapi",
        spec: {
          openapi: "3.1.0",
          servers: [{ url: `${api}/v1` }],
          paths: {
            "/pets": { get: { operationId: "listPets" }, post: { requestBody: { $ref: "./common.json#/B" } } },
            "/pets/{id}": { delete: { parameters: [{ $ref: "./common.json#/P" }] } },
            "/more": { $ref: "./paths/more.yaml" },
            "/gone": { get: { parameters: [{ $ref: "#/components/parameters/Gone" }] } },
            "/search": { get: { requestBody: { required: true, content: { "application/json": {} } } } },
            "/there": { get: { servers: [{ url: "https://{tenant}.k.example/v1" }] } },
          },
        },
      },
      chosen: {
        type: "openapi",
        spec: `${api}/pets.yaml`,
        tools: { include: ["*Pet*"], exclude: ["deletePet"], rename: { addPet: "create", getPet: "listPets" } },
        timeouts: { call_ms: 5_000 },
      },
      cached: { type: "openapi", spec: `${api}/pets.yaml`, tools: { include: ["getPet"] }, cache_seconds: 600 },
      hasty: {
        type: "openapi",
        spec: `${api}/openapi.json`,
        tools: { include: ["slowly"] },
        timeouts: { call_ms: 300 },
        max_parallel: 1,
      },
      dripping: {
        type: "openapi",
        spec: {
          openapi: "3.1.0",
          paths: { "/echo/drip": { get: { operationId: "drip" }, post: { operationId: "pour" } } },
        },
        base_url: `${api}/v1`,
        timeouts: { call_ms: 500 },
      },
      dripping_graph: {
        type: "graphql",
        url: `${api}/v1/echo/drip`,
        sdl: "type Query { drip: String }",
        timeouts: { call_ms: 500 },
      },
      worded: {
        type: "openapi",
        spec: {
          openapi: "3.1.0",
          paths: {
            "/echo/words/{part}": {
              get: {
                operationId: "say",
                parameters: [
                  { in: "path", name: "part", required: true },
                  { in: "header", name: "X-Word" },
                  { in: "query", name: "word" },
                ],
              },
            },
          },
        },
        base_url: `${api}/v1`,
      },
      unheard: {
        type: "openapi",
        spec: {
          openapi: "3.1.0",
          paths: { "/echo/answer/{kind}": { get: { operationId: "read" }, post: { operationId: "write" } } },
        },
        base_url: `${api}/v1`,
      },
      no_graph: {
        type: "graphql",
        url: `${api}/v1/echo/graphql`,
        sdl: "type Query { read: String } type Mutation { write: String }",
      },
      unheard_graph: {
        type: "graphql",
        url: `${api}/v1/echo/answer/big`,
        sdl: "type Query { read: String } type Mutation { write: String }",
      },
      dripping_spec: { type: "openapi", spec: `${api}/v1/echo/drip`, base_url: api, timeouts: { call_ms: 500 } },
      held: {
        type: "openapi",
        spec: `${api}/openapi.json`,
        tools: { include: ["liar", "good"] },
        results: "strict",
        expose: "both",
      },
      doubted: {
        type: "openapi",
        spec: `${api}/openapi.json`,
        tools: { include: ["liar", "good"] },
        results: "warn",
      },
      secured: { type: "openapi", spec: `${api}/private.json`, base_url: api, headers: { "X-Key": "${TEST_TOKEN}" } },
      refused: { type: "openapi", spec: `${api}/refuses.json`, base_url: api, headers: { "X-Key": "${TEST_TOKEN}" } },
      hidden_path: { type: "openapi", spec: `${api}/\${TEST_TOKEN}.json` },
      repeating: {
        type: "openapi",
        spec: {
          openapi: "3.1.0",
          paths: {
            "/echo/repeats/{chars}": { get: { operationId: "repeats" } },
            "/echo/cookies": {
              get: {
                operationId: "cookies",
                parameters: [
                  { in: "cookie", name: "session" },
                  { in: "cookie", name: "theme", allowReserved: true },
                ],
              },
            },
            "/echo/form": {
              post: {
                operationId: "parts",
                requestBody: {
                  content: {
                    "multipart/form-data": { schema: { type: "object", properties: { tags: { type: "array" } } } },
                  },
                },
              },
            },
          },
        },
        base_url: `${api}/v1`,
        headers: { "X-Key": "${TEST_TOKEN}", Cookie: "session=${TEST_TOKEN}" },
      },
      unread: { type: "openapi", spec: `${api}/private.json` },
      broken: { type: "openapi", spec: `${api}/broken.json` },
      absent: { type: "openapi", spec: "./not-there.yaml" },
      nowhere: { type: "openapi", spec: { openapi: "3.0.0", paths: { "/a": { get: {} } } } },
      keyless: { type: "openapi", spec: `${api}/pets.yaml`, headers: { "X-Key": "${MISSING_SECRET}" } },
      mcp_tools: { url: `${tools}/mcp`, tools: { include: ["echo", "add"], rename: { echo: "say" } } },
      plain: { url: `${tools}/mcp`, expose: "direct" },
      paired: { url: `${tools}/mcp`, tools: { include: ["echo"] }, expose: "both" },
      "small.one": { url: `${tools}/mcp`, tools: { include: ["add"] }, expose: "auto" },
      large: { type: "openapi", spec: largeApi(), base_url: api, expose: "auto" },
      schemed: {
        type: "openapi",
        spec: schemedApi(api),
        auth: {
          schemes: {
            header: "${TEST_TOKEN}",
            query: "${TEST_TOKEN}",
            cookie: "${TEST_TOKEN}",
            bearer: "${TEST_TOKEN}",
            oauth: "${TEST_TOKEN}",
            basic: { username: "me", password: "${TEST_TOKEN}" },
            digest: "${TEST_TOKEN}",
            nobody: "${TEST_TOKEN}",
          },
        },
      },
      queried: { type: "openapi", spec: schemedApi(api), query: { theme: "${TEST_TOKEN}" } },
      fixed: {
        type: "openapi",
        spec: fixedApi(),
        base_url: `${api}/v1`,
        query: { "filter[tenant]": "acme", "page[size]": "3", appid: "1" },
        headers: { "X-Tenant": "t1", Cookie: "session=s1" },
      },
      misschemed: { type: "openapi", spec: schemedApi(api), auth: { schemes: { basic: "${TEST_TOKEN}" } } },
      unschemed: { type: "openapi", spec: schemedApi(api), auth: { schemes: { header: "${MISSING_SECRET}" } } },
      ruled_pages: { type: "openapi", spec: `${paged}/openapi.json`, tools: { include: ["linked"] } },
      pages: { type: "openapi", spec: `${paged}/openapi.json` },
      features_modern: { url: `${features.modern}/mcp` },
      features_legacy: { url: `${features.legacy}/mcp` },
      passing_modern: { url: `${features.modern}/for-passing/mcp` },
      passing_legacy: { url: `${features.legacy}/for-passing/mcp` },
      // Each is called by one run at a time.
      announcing_modern: { url: `${features.legacy}/for-announcing-modern/mcp` },
      announcing_legacy: { url: `${features.legacy}/for-announcing-legacy/mcp` },
      shown_modern: {
        url: `${features.modern}/for-showing/mcp`,
        expose: "direct",
        direct_names: "own",
        asks_client: ["sampling", "roots"],
      },
      shown_legacy: {
        url: `${features.legacy}/for-showing/mcp`,
        expose: "both",
        asks_client: ["sampling", "roots"],
      },
      watched_modern: { url: `${features.modern}/for-watching/watched`, expose: "direct", cache_seconds: 600 },
      watched_legacy: { url: `${features.legacy}/for-watching/watched`, expose: "direct", cache_seconds: 600 },
      shown_ruled: { url: `${features.modern}/for-showing/mcp`, expose: "direct" },
      features_chosen: {
        url: `${features.modern}/mcp`,
        tools: { include: ["$resources.*"], exclude: ["*.templates"] },
      },
      features_ruled: { url: `${features.modern}/for-passing/mcp` },
      features_bare: { url: `${features.modern}/bare` },
      features_odd: { url: `${features.legacy}/odd` },
      features_paged: { url: `${features.modern}/paged` },
      narrow: { type: "graphql", url: `${graphql}/graphql`, tools: { include: ["query", "product"] } },
      strict_shop: { type: "graphql", url: `${graphql}/graphql`, results: "strict" },
      ruled_shop: { type: "graphql", url: `${graphql}/graphql` },
      linked: { type: "graphql", url: `${graphql}/linked` },
      narrow_linked: { type: "graphql", url: `${graphql}/linked`, tools: { exclude: ["secret", "wipe"] } },
      ruled_linked: { type: "graphql", url: `${graphql}/linked` },
      closed: {
        type: "graphql",
        url: `${graphql}/closed`,
        sdl: "type Query { product(id: ID!): Product } type Product { name: String }",
      },
      shut: { type: "graphql", url: `${graphql}/closed` },
      odd_schema: { type: "graphql", url: `${graphql}/odd` },
      agent: { type: "service", binding: "AGENT" },
      keyless_service: { type: "service", binding: "BILLING", path: "/agents/billing" },
      unbound: { type: "service", binding: "NOT_BOUND" },
      desktop: { type: "tunnel" },
      ...documentedServers({
        "api.example.com": api,
        "shop.example.com": graphql,
        "docs.example.com": `${features.modern}/for-docs`,
        "tracker.example.com": paged,
      }),
    },
    policy: {
      version: "1",
      default: "allow",
      hide: ["features_ruled.$prompts.*", "shown_ruled.*", "ruled_linked.hidden"],
      approvals: { wait_ms: 5_000 },
      tools: {
        "features_ruled.$resources.read": {
          deny_if: [{ path: "args.uri", op: "regex", value: "^doc://dot$" }],
          on_deny: "Nobody reads the dot.",
        },
        "echo.delete_items": {
          require: [
            {
              any: ["ids", "owner", "where", "X-Owner"].map((name) => ({ path: `args["${name}"]`, op: "exists" })),
            },
          ],
        },
        "echo.optional_form": { require: [{ path: "args.ids", op: "exists" }] },
        "ruled_linked.secret": { action: "deny" },
        "ruled_shop.count": { action: "deny" },
        "ruled_shop.query": { action: "deny" },
        "ruled_pages.linked": { deny_if: [{ path: "args.page", op: "gte", value: 3 }] },
      },
    },
  });
}

/** Its operations take more tokens than a list of tools is given of its own accord. */
function largeApi(): object {
  const description = "Describes at some length what happens when the operation is called. ".repeat(5);
  const paths = Array.from({ length: 60 }, (_, at) => [
    `/large/${at}`,
    { get: { operationId: `operation_${at}`, description } },
  ]);
  return { openapi: "3.1.0", paths: Object.fromEntries(paths) as object };
}
