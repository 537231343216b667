/** Owners of URIs when lists of servers that are exposed fail, are cut off, or have entries of no form. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from "vitest";
import { startListingUpstream, type ListingUpstream } from "../fixtures/upstreams/listing-upstream.ts";
import { openGateway } from "./gateway.ts";

const lasting = new AsyncDisposableStack();
afterAll(() => lasting.disposeAsync());

const readBy = (name: string) => ({
  "resources/read": ({ uri }: Readonly<Record<string, unknown>>) => ({ contents: [{ uri, text: `read by ${name}` }] }),
});
const SECRET = { uri: "docs://secret", name: "secret" };
const DOCS = {
  "resources/list": () => ({ resources: [SECRET] }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
};
const KNOWN = { "resources/list": () => ({ resources: [{ uri: "x://known", name: "known" }] }) };
const failing = (): Response => new Response("no", { status: 503 });

let docs: ListingUpstream;
let catchall: ListingUpstream;
let client: Client;
beforeAll(async () => {
  docs = await startListingUpstream({ ...readBy("docs"), ...DOCS });
  catchall = await startListingUpstream({
    ...readBy("catchall"),
    ...KNOWN,
    "resources/templates/list": () => ({
      resourceTemplates: [
        { uriTemplate: "{+any}", name: "any" },
        { uriTemplate: "other://{id}", name: "of its own scheme" },
        { uriTemplate: "file:///{id}", name: "of a scheme of everybody" },
      ],
    }),
  });
  const mcpServers = { docs: docs.entry, catchall: catchall.entry };
  const gateway = await openGateway({ bundle: inject("bundle"), mcpServers, vars: { ISOGATE_OPEN: "local" } });
  client = new Client({ name: "lists", version: "1" });
  lasting.defer(() => docs.close());
  lasting.defer(() => catchall.close());
  lasting.defer(() => gateway.stop());
  lasting.defer(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.url)));
  await vi.waitFor(async () => {
    if ((await client.listTools()).tools.length < 4) throw new Error("not all are listed yet");
  }, 30_000);
});
beforeEach(() => {
  Object.assign(docs.answers, DOCS);
  Object.assign(catchall.answers, KNOWN);
  docs.asked.length = 0;
});

const read = async (uri: string): Promise<unknown> => (await client.readResource({ uri })).contents;
const foreign = async (): Promise<readonly string[]> =>
  (await client.listResources()).resources.map(({ uri }) => uri).filter((uri) => !uri.startsWith("isogate:"));

it("a URI is its server's while all lists are known", async () => {
  expect(await read("docs://secret")).toMatchObject([{ text: "read by docs" }]);
  expect(await read("else://where")).toMatchObject([{ text: "read by catchall" }]);
});

it("a later server does not take a URI from an earlier server's template by listing it", async () => {
  docs.answers["resources/templates/list"] = () => ({
    resourceTemplates: [
      { uriTemplate: "docs://pages/{id}", name: "pages" },
      { uriTemplate: "{+any}", name: "any" },
    ],
  });
  catchall.answers["resources/list"] = () => ({
    resources: [
      { uri: "docs://pages/1", name: "taken" },
      { uri: "x://known", name: "known" },
    ],
  });
  expect(await read("docs://pages/1")).toMatchObject([{ text: "read by docs" }]);
  expect(await read("x://known")).toMatchObject([{ text: "read by catchall" }]);
});

it("a URI does not go to another server's template while a list failed", async () => {
  docs.answers["resources/list"] = failing;
  await expect(read("docs://secret")).rejects.toThrow(/"docs:\/\/secret" .*docs.*resources.*503/);
  expect(await read("x://known")).toMatchObject([{ text: "read by catchall" }]);
  const subscribed = client.subscribeResource({ uri: "docs://secret" });
  await expect(subscribed).rejects.toThrow(/docs.*503/);
});

it("a URI does not go to a later server's template while templates of an earlier one failed", async () => {
  docs.answers["resources/templates/list"] = failing;
  await expect(read("docs://pages/1")).rejects.toThrow(/docs.*503/);
  expect(await read("docs://secret")).toMatchObject([{ text: "read by docs" }]);
});

it("a URI goes to the template of its own scheme while a list failed", async () => {
  Object.assign(docs.answers, { "resources/list": failing, "resources/templates/list": failing });
  expect(await read("other://1")).toMatchObject([{ text: "read by catchall" }]);
  await expect(read("file:///1")).rejects.toThrow(/docs.*503/);
});

it("a server that does not know a list's method has an empty one", async () => {
  delete docs.answers["resources/templates/list"];
  expect(await read("else://where")).toMatchObject([{ text: "read by catchall" }]);
});

it("entries that are no objects are left out one by one", async () => {
  docs.answers["resources/list"] = () => ({ resources: [SECRET, null, 5, [], "x"] });
  docs.answers["prompts/list"] = () => ({ prompts: [null, { name: "good" }] });
  expect(await foreign()).toStrictEqual(["docs://secret", "x://known"]);
  expect((await client.listPrompts()).prompts).toMatchObject([{ name: "docs__good" }]);
  expect(await read("docs://secret")).toMatchObject([{ text: "read by docs" }]);
});

it("a list in too many pages is named where a URI is not found", async () => {
  let page = 0;
  docs.answers["resources/list"] = () => ({ resources: [SECRET], nextCursor: String((page += 1)) });
  await expect(read("docs://other")).rejects.toThrow(/docs.*in more than 200 pages/);
});

it("a prompt that is not found names the server whose list failed", async () => {
  docs.answers["prompts/list"] = failing;
  await expect(client.getPrompt({ name: "docs__good" })).rejects.toThrow(/docs.*503/);
});

it("an endless list of empty pages ends", async () => {
  let page = 0;
  docs.answers["resources/list"] = () => ({ resources: [], nextCursor: String((page += 1)) });
  await expect(read("else://where")).rejects.toThrow(/docs.*with 20 empty pages in a row/);
  expect(docs.asked.filter((method) => method === "resources/list").length).toBeLessThanOrEqual(20);
});

it("a URI does not go to the only other server while its own is switched off", async () => {
  const mcpServers = { docs: { ...docs.entry, disabled: true }, catchall: catchall.entry };
  const gateway = await openGateway({ bundle: inject("bundle"), mcpServers, vars: { ISOGATE_OPEN: "local" } });
  const other = new Client({ name: "without docs", version: "1" });
  lasting.defer(() => gateway.stop());
  lasting.defer(() => other.close());
  await other.connect(new StreamableHTTPClientTransport(new URL(gateway.url)));
  const readThere = async (uri: string): Promise<unknown> => (await other.readResource({ uri })).contents;
  await expect
    .poll(() => readThere("x://known").catch(() => []), { timeout: 30_000 })
    .toMatchObject([{ text: "read by catchall" }]);
  expect(await readThere("other://1")).toMatchObject([{ text: "read by catchall" }]);
  await expect(readThere("docs://secret")).rejects.toThrow(
    /"docs:\/\/secret" cannot be determined: docs is switched off/,
  );
});
