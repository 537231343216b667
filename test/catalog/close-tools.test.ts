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

it("names a tool of another verb last", () => {
  expect(closeTools("listCharges", STRIPE)).toStrictEqual(["GetCharges", "GetChargesCharge", "PostCharges"]);
});

it("takes little time for many hostile names", () => {
  const tools = Array.from({ length: 10_000 }, (_, n) => `${"charges_aB".repeat(9)}${n}`);
  const started = performance.now();
  closeTools("listCharges", tools);
  expect(performance.now() - started).toBeLessThan(1_000);
});
