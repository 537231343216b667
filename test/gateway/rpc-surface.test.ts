/** Who holds a stub of a Durable Object can call every public method of it: there is none that its contract does not name. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Directory } from "../../src/directory/directory.ts";
import type { Gateway } from "../../src/gateway/gateway.ts";
import type { DirectoryStub } from "../../src/rpc/directory-stub.ts";
import type { GatewayStub } from "../../src/rpc/gateway-stub.ts";

/** What the platform calls, or declares for every Durable Object. */
type Handlers =
  | "__DURABLE_OBJECT_BRAND"
  | "alarm"
  | "connect"
  | "fetch"
  | "webSocketClose"
  | "webSocketError"
  | "webSocketMessage";

const sources: Record<string, string> = import.meta.glob("../../src/{gateway,directory}/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

describe.each([
  { name: "Gateway", stub: env.GATEWAY.getByName("local") },
  { name: "Directory", stub: env.DIRECTORY.getByName("directory") },
])("the fields of a $name", ({ stub }) => {
  it("are not reached", async () => {
    const fields = await runInDurableObject(stub, (object) => Object.getOwnPropertyNames(object));
    for (const field of fields) {
      const property = (stub as unknown as Record<string, Promise<unknown>>)[field];
      await expect(async () => property, field).rejects.toThrow(/does not implement|not (?:supported|serializ)/);
    }
  });
});

it("methods of the classes are those of their contracts", () => {
  expectTypeOf<Exclude<keyof Gateway, keyof GatewayStub | Handlers>>().toEqualTypeOf<never>();
  expectTypeOf<Exclude<keyof Directory, keyof DirectoryStub | Handlers>>().toEqualTypeOf<never>();
});

it("no method is kept back by its type alone, which RPC does not know", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(5);
  for (const [file, text] of Object.entries(sources)) {
    expect(text.match(/^ +(?:protected|private) (?!readonly |abstract readonly )\S+/gm) ?? [], file).toStrictEqual([]);
  }
});
