/** How much harm a tool can do: names and arguments only make it worse, and nothing but an annotation or a method makes it read-only. */
import { expect, it } from "vitest";
import { classify, type ClassifiedTool } from "../../src/policy/tiers.ts";

const readOnly = { readOnlyHint: true };
const args = (name: string): object => ({ type: "object", properties: { [name]: { type: "string" } } });

const rows: readonly (readonly [ClassifiedTool, tier: string, reason: string])[] = [
  [{ name: "get_issue" }, "write", "Nothing marks it as read-only."],
  [{ name: "list" }, "write", "Nothing marks it"],
  [{ name: "" }, "write", "Nothing marks it"],
  [{ name: "get_issue", annotations: readOnly }, "read", "readOnlyHint"],
  [{ name: "get_issue", annotations: { readOnlyHint: false } }, "write", "not read-only"],
  [{ name: "delete_issue", annotations: readOnly }, "destructive", 'marked read-only, but its name says "delete"'],
  [{ name: "list_deleted_issues", annotations: readOnly }, "read", "readOnlyHint"],
  [{ name: "get_refund", annotations: readOnly }, "read", "readOnlyHint"],
  [{ name: "delete_issue" }, "destructive", '"delete"'],
  [{ name: "deleteIssue" }, "destructive", '"delete"'],
  [{ name: "issues-remove" }, "destructive", '"remove"'],
  [{ name: "DROPTable" }, "destructive", '"drop"'],
  [{ name: "undeletable" }, "write", "Nothing marks it"],
  [{ name: "update", annotations: { destructiveHint: true } }, "destructive", "destructiveHint"],
  [{ name: "update", annotations: { destructiveHint: false } }, "write", "Nothing marks it as read-only."],
  [{ name: "create_refund" }, "financial", '"refund"'],
  [{ name: "transferFunds" }, "financial", '"transfer"'],
  [{ name: "cancel_subscription", annotations: { destructiveHint: true } }, "financial", '"subscription"'],
  [{ name: "delete_invoice", annotations: { destructiveHint: true } }, "destructive", '"delete"'],
  [{ name: "exec" }, "execute", '"exec"'],
  [{ name: "run_query" }, "execute", '"run"'],
  [{ name: "list_runs" }, "write", "Nothing marks it"],
  [{ name: "query", inputSchema: args("sql") }, "execute", 'argument "sql"'],
  [{ name: "query", inputSchema: args("SQL") }, "execute", 'argument "SQL"'],
  [{ name: "query", inputSchema: args("sql"), annotations: readOnly }, "read", "readOnlyHint"],
  [{ name: "query", inputSchema: { properties: [] } }, "write", "Nothing marks it"],
  [{ name: "x", method: "get" }, "read", "HTTP method is GET"],
  [{ name: "x", method: "HEAD" }, "read", "HEAD"],
  [{ name: "x", method: "OPTIONS" }, "read", "OPTIONS"],
  [{ name: "x", method: "DELETE" }, "destructive", "HTTP method is DELETE"],
  [{ name: "x", method: "POST" }, "write", "HTTP method is POST"],
  [{ name: "create_payment", method: "POST" }, "financial", '"payment"'],
  // Renamed: the worse of both names counts.
  [{ name: "give", request: { originalName: "pay" } }, "financial", 'Its server calls it "pay". Its name says "pay".'],
  [{ name: "pay", request: { originalName: "give" } }, "financial", 'Its name says "pay".'],
  [{ name: "fetch", annotations: readOnly, request: { originalName: "delete_all" } }, "destructive", '"delete_all"'],
  [{ name: "fetch", annotations: readOnly, request: { originalName: 7 } }, "read", "readOnlyHint"],
];

it.each(rows)("%j is %s", (tool, tier, reason) => {
  const classification = classify(tool);
  expect(classification.tier).toBe(tier);
  expect(classification.reason).toContain(reason);
});
