/** Answers of the REST interface about runs that have not simply ended well, checked against the OpenAPI document that the gateway serves. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startAskingUpstream, type AskingUpstream } from "../fixtures/upstreams/asking-upstream.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";

const gateways = new BusinessGateways(inject("bundle"));

const POLICY = {
  version: "1",
  default: "allow",
  tools: {
    "github.delete_*": { require_approval: true, reason: "Deleting takes a person." },
    "shell.run": { deny_if: [{ path: "args.command", op: "exists" }] },
  },
  approvals: { wait_ms: 50 },
};

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

let asking: AskingUpstream;
let gateway: BusinessGateway;
/** Its upstreams ask persons. */
let asked: BusinessGateway;
let described: Described;
beforeAll(async () => {
  asking = await startAskingUpstream();
  gateway = await gateways.start({ policy: POLICY });
  asked = await gateways.start({ policy: POLICY, mcpServers: asking.mcpServers });
  for (const one of [gateway, asked]) await one.search({ detail: "names" });
  described = (await gateway.get("/openapi.json")) as unknown as Described;
});
afterAll(async () => {
  await gateways.stop();
  await asking.close();
});

/** @returns what the document says differently */
function differences(
  path: string,
  method: string,
  { status, body }: { readonly status: number; readonly body: unknown },
) {
  const schema = described.paths[path]?.[method]?.responses[status]?.content?.["application/json"]?.schema;
  if (schema === undefined) return [`${method} ${path} has no answer with status ${status}`];
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.validate(schema, body);
  return (ajv.errors ?? []).map(({ instancePath, message, params }) => [instancePath, message, params]);
}

const SCRIPTS = [
  { code: "1", want: { ok: true } },
  { code: `await github.delete_repo({ name: "old" })`, want: { error: { code: "APPROVAL_REQUIRED" } } },
  { code: `await modern.book({ flight: "LH1" })`, want: { error: { code: "APPROVAL_REQUIRED" } } },
  { code: `await legacy.book({ flight: "LH1" })`, want: { error: { code: "INPUT_REQUIRED" } } },
  { code: `await shell.run({ command: "ls" })`, want: { error: { code: "POLICY_DENIED" } } },
  { code: `await shell.run({ wrong: 1 })`, want: { error: { code: "INVALID_ARGS" } } },
  { code: `await shell.no_such()`, want: { error: { code: "TOOL_NOT_FOUND" } } },
  { code: `await pay.approve_claim({ amount: "too much" })`, want: { error: { code: "TOOL_ERROR" } } },
  { code: `throw new TypeError("x")`, want: { ok: false } },
  { code: `let let`, want: { error: { code: "SYNTAX_ERROR" } } },
  { code: `1`, more: { detach: true }, want: { ok: true } },
  { code: `await github.create_issue({ title: "x" })`, more: { options: { dry_run: true } }, want: { ok: true } },
  { code: `1`, more: { options: { dry_run: 5 } }, want: { ok: false } },
  { code: `1`, more: { options: { timeout_ms: 1 } }, want: {} },
];

it.each(SCRIPTS)("POST /code/exec of $code $more is as described", async ({ code, more, want }) => {
  const at = code.includes(".book(") ? asked : gateway;
  const answer = await at.post("/code/exec", { code, ...more });
  expect(answer.body).toMatchObject(want);
  expect(differences("/code/exec", "post", answer)).toEqual([]);
  // The gateway does not record requests that it refuses for their form.
  const run = (await at.get(`/runs/${String(answer.body["run"])}`)) as object;
  const recorded = "outcome" in run ? differences("/runs/{id}", "get", { status: 200, body: run }) : [];
  expect(recorded).toEqual([]);
});

it("POST /tools/{server}/{tool} of a call that waits is as described", async () => {
  const answer = await gateway.post("/tools/github/delete_repo", { name: "old" });
  expect(answer.body).toMatchObject({
    error: { code: "APPROVAL_REQUIRED", url: expect.stringContaining("/approve/"), approvals: [expect.any(String)] },
  });
  expect(differences("/tools/{server}/{tool}", "post", answer)).toEqual([]);
});

it.each(["/runs", "/approvals", "/tools", "/upstreams", "/usage", "/schedules", "/scripts", "/keys", "/pins"])(
  "GET %s is as described",
  async (path) => {
    const response = await fetch(`${gateway.origin}/api/v1${path}`);
    const body: unknown = await response.json();
    expect(differences(path, "get", { status: response.status, body })).toEqual([]);
  },
);
