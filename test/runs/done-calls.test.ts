/** Which answered calls of a failed run are named, because making them again may change something again. */
import { expect, it } from "vitest";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { DoneCalls } from "../../src/runs/done-calls.ts";
import { FETCH_KEY } from "../../src/upstream/script-fetch/fetch-tool.ts";

const inputSchema = { type: "object" };
const SHOP = [
  { name: "list_orders", inputSchema, annotations: { readOnlyHint: true } },
  { name: "get_order", inputSchema },
  { name: "get_or_create", inputSchema },
  { name: "find_replace_text", inputSchema },
  { name: "check_out_book", inputSchema },
  { name: "check_stock_out_of_range", inputSchema },
  { name: "create_order", inputSchema },
  { name: "get_and_clear", inputSchema, annotations: { readOnlyHint: false } },
];
const catalog = joinCatalog([buildServerCatalog("shop", "shop", "1", SHOP)]);

async function described(calls: readonly (readonly [server: string, tool: string, args?: object])[]) {
  const done = new DoneCalls();
  for (const [server, tool, args = {}] of calls)
    await done.watch(
      { server, tool, args: JSON.stringify(args), raw: false },
      Promise.resolve({ ok: true, value: "1" }),
    );
  return done.describe(catalog);
}

it.each([
  { calls: [["shop", "list_orders"]] },
  { calls: [["shop", "list_orders.all"]] },
  { calls: [["shop", "get_order"]] },
  { calls: [["shop", "check_stock_out_of_range"]] },
  { calls: [[FETCH_KEY, "request", { url: "https://a.example" }]] },
  { calls: [["shop", "request", { method: "GET", path: "/orders" }]] },
] as const)("$calls: none", async ({ calls }) => {
  expect(await described(calls)).toBeUndefined();
});

it.each([
  { calls: [["shop", "create_order"]], want: "shop.create_order. Running the script again makes it again." },
  { calls: [["shop", "get_or_create"]], want: "shop.get_or_create." },
  { calls: [["shop", "find_replace_text"]], want: "shop.find_replace_text." },
  { calls: [["shop", "check_out_book"]], want: "shop.check_out_book." },
  { calls: [["shop", "get_and_clear"]], want: "shop.get_and_clear." },
  { calls: [[FETCH_KEY, "request", { url: "https://a.example", method: "POST" }]], want: "fetch." },
  {
    calls: [
      ["shop", "request", { method: "DELETE", path: "/orders/1" }],
      ["shop", "request", { path: "/orders" }],
      ["shop", "create_order"],
      ["shop", "create_order"],
    ],
    want: "shop.request, shop.create_order (2). Running the script again makes them again.",
  },
] as const)("$calls: $want", async ({ calls, want }) => {
  expect(await described(calls)).toContain(`Answered before the script failed: ${want}`);
});

it("names no call that failed", async () => {
  const done = new DoneCalls();
  const reply = {
    ok: false,
    error: { code: "TOOL_ERROR", message: "no", server: "shop", tool: "create_order" },
  } as const;
  await done.watch({ server: "shop", tool: "create_order", args: "{}", raw: false }, Promise.resolve(reply));
  expect(done.describe(catalog)).toBeUndefined();
});
