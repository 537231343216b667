/** Tools that a wrong name may mean: the same words in another order first, and no write for a name that reads. */
import { expect, it } from "vitest";
import { closeTools } from "../../src/catalog/close-tools.ts";

const GITHUB = [
  "issues_create",
  "issues_create_comment",
  "issues_get",
  "issues_list_for_repo",
  "labels_add",
  "pulls_create",
];
const STRIPE = ["PostCharges", "GetCharges", "GetChargesCharge", "PostRefunds", "DeletePlansPlan"];

it.each([
  { given: "create_issue", tools: GITHUB, want: "issues_create" },
  { given: "createIssue", tools: GITHUB, want: "issues_create" },
  { given: "issues.create", tools: GITHUB, want: "issues_create" },
  { given: "listIssues", tools: GITHUB, want: "issues_list_for_repo" },
  { given: "rest.issues.create", tools: GITHUB, want: "issues_create" },
  { given: "create_label", tools: GITHUB, want: "labels_add" },
  { given: "isues_create", tools: GITHUB, want: "issues_create" },
  { given: "listCharges", tools: STRIPE, want: "GetCharges" },
  { given: "charges.create", tools: STRIPE, want: "PostCharges" },
  { given: "deletePlan", tools: STRIPE, want: "DeletePlansPlan" },
  { given: "zzyzx", tools: STRIPE, want: undefined },
])("$given", ({ given, tools, want }) => {
  expect(closeTools(given, tools)[0]).toBe(want);
});

it.each([
  { given: "listCharges", tools: STRIPE, want: ["GetCharges", "GetChargesCharge"] },
  { given: "delete_file", tools: ["move_file", "write_file", "read_file"], want: [] },
  { given: "delete_file", tools: ["move_file", "remove_file"], want: ["remove_file"] },
  { given: "listEmployees", tools: ["employee", "employees"], want: ["employee", "employees"] },
  { given: "getOrders", tools: ["getOrder", "listOrders"], want: ["getOrder", "listOrders"] },
  { given: "get_ticket", tools: ["get_tickets", "get_tickets_id"], want: ["get_tickets", "get_tickets_id"] },
  { given: "get_tickets", tools: ["get_tickets_id", "list_tickets"], want: ["get_tickets_id", "list_tickets"] },
])("names no tool of another effect: $given", ({ given, tools, want }) => {
  expect(closeTools(given, tools)).toStrictEqual(want);
});

it("takes little time for many hostile names", () => {
  const tools = Array.from({ length: 10_000 }, (_, n) => `${"charges_aB".repeat(9)}${n}`);
  const started = performance.now();
  closeTools("listCharges", tools);
  expect(performance.now() - started).toBeLessThan(1_000);
});
