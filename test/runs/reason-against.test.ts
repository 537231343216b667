/** Tools that `ncp.do` does not call on an intent. */
import { expect, it } from "vitest";
import { reasonAgainst } from "../../src/runs/services/ncp-candidates.ts";

const tool = (name: string, annotations?: object) => ({
  name,
  inputSchema: { type: "object" },
  ...(annotations && { annotations }),
});

it.each([
  tool("delete_email"),
  tool("DeleteUser"),
  tool("user_delete"),
  tool("users.delete"),
  tool("RemoveFile"),
  tool("pay_invoice"),
  tool("transferFunds"),
  tool("cancel_order"),
  tool("clear_cart"),
  tool("find_or_create_charge"),
  tool("archive", { destructiveHint: true }),
  tool("delete_all", { readOnlyHint: true }),
])("$name, $annotations", (given) => {
  expect(reasonAgainst(given)).toMatch(/^Its name says "|^It is marked /);
});

it.each([
  tool("send_email"),
  tool("create_issue"),
  tool("list_payments"),
  tool("get_invoice"),
  tool("search", { readOnlyHint: true, destructiveHint: true }),
  tool("cancel_search", { destructiveHint: false }),
])("$name, $annotations may be called", (given) => {
  expect(reasonAgainst(given)).toBeUndefined();
});
