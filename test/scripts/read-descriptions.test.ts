/** What the build makes of files that entries of gateway.json name. */
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readDescriptions } from "../../scripts/read-descriptions.mjs";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const PETS = JSON.stringify({
  openapi: "3.0.0",
  paths: { "/pets": { get: { operationId: "listPets", responses: {} } } },
});
const SDL = "type Query { a: Int }";
const AGAIN = " Correct it and build again (npm start, npx wrangler dev and npx wrangler deploy do).";

let directory: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
  await writeFile(join(directory, "shop.graphql"), SDL);
  await writeFile(join(directory, "pets.json"), PETS);
  await writeFile(join(directory, "none.json"), '{"paths": {}}');
  await writeFile(join(directory, "broken.json"), "{");
  await writeFile(join(directory, "secret.json"), '{\n "token": sk_live_5EcReT }');
  await writeFile(join(directory, "broken.graphql"), "type Query { a Int }");
  await symlink("/etc/hostname", join(directory, "link.graphql"));
  await mkdir(join(directory, "folder.json"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const openapi = (spec: string | object) => ({ type: "openapi", spec });
const graphql = (sdl: string) => ({ type: "graphql", url: "https://shop.example/graphql", sdl });

it("writes tools of OpenAPI and the text of GraphQL, also of a file in the folder by its whole path", () => {
  const mcpServers = {
    pets: openapi("./pets.json"),
    whole: openapi(join(directory, "pets.json")),
    shop: graphql("shop.graphql"),
    off: { ...openapi("./lost.json"), disabled: true },
  };
  const { assets, problems } = readDescriptions({ mcpServers }, directory);
  expect(problems).toStrictEqual([]);
  const api = { ok: true, tools: [{ name: "listPets" }] };
  expect([...assets.values()].map((text) => JSON.parse(text) as unknown)).toMatchObject([
    api,
    api,
    { ok: true, sdl: SDL },
  ]);
});

const OUTSIDE = "it is not in the folder of gateway.json. Copy it there and write";

it.each([
  {
    given: openapi("./none.json"),
    want: "./none.json cannot be used: The document is no OpenAPI description: it has neither",
  },
  { given: openapi("./broken.json"), want: "./broken.json cannot be used: The description of x is not JSON" },
  { given: openapi("./lost.yaml"), want: "./lost.yaml cannot be used: there is no such file beside gateway.json." },
  { given: graphql("lost.gql"), want: "lost.gql cannot be used: there is no such file beside gateway.json." },
  { given: openapi("./folder.json"), want: "./folder.json cannot be used: it is a folder." },
  { given: openapi("./secret.json"), want: "./secret.json cannot be used: The description of x is not JSON" },
  {
    given: graphql("broken.graphql"),
    want: "broken.graphql cannot be used: The schema of x cannot be read: Syntax Error",
  },
  { given: graphql("link.graphql"), want: `link.graphql cannot be used: ${OUTSIDE} "./link.graphql".` },
  { given: openapi("../up.json"), want: `../up.json cannot be used: ${OUTSIDE} "./up.json".` },
  { given: graphql("/etc/shop.graphql"), want: `/etc/shop.graphql cannot be used: ${OUTSIDE} "./shop.graphql".` },
])("writes why a file cannot be used: $given", ({ given, want }) => {
  const { assets, problems } = readDescriptions({ mcpServers: { x: given } }, directory);
  expect(problems).toStrictEqual([expect.stringContaining(`mcpServers.x: ${want}`)]);
  const [text = ""] = assets.values();
  const { ok, problem } = JSON.parse(text) as { ok: boolean; problem: string };
  expect({ ok, problem }).toStrictEqual({ ok: false, problem: expect.stringContaining(want) });
  expect(problem).not.toContain("5EcReT");
  expect(`mcpServers.x: ${problem}`).toBe(`${problems[0]}${AGAIN}`);
});

it.each([
  { given: openapi({ paths: {} }), want: "Its spec cannot be used: The document is no OpenAPI description" },
  {
    given: graphql("type Query { a Int }"),
    want: "Its sdl cannot be used: The schema of x cannot be read: Syntax Error",
  },
  {
    given: graphql("https://shop.example/sdl"),
    want: "Its sdl cannot be used: The schema of x cannot be read: Syntax Error",
  },
])("says why a description in the entry itself cannot be used: $given", ({ given, want }) => {
  const { assets, problems } = readDescriptions({ mcpServers: { x: given } }, directory);
  expect(problems).toStrictEqual([expect.stringContaining(`mcpServers.x: ${want}`)]);
  expect(assets.size).toBe(0);
});

it("leaves addresses and introspection to the Worker, and accepts right descriptions in the entries", () => {
  const mcpServers = {
    address: openapi("https://api.example/openapi.json"),
    secret: openapi("${SPEC_URL}"),
    introspected: { type: "graphql", url: "https://shop.example/graphql" },
    pets: openapi(JSON.parse(PETS) as object),
    shop: graphql(SDL),
  };
  expect(readDescriptions({ mcpServers }, directory)).toStrictEqual({ assets: new Map(), problems: [] });
});
