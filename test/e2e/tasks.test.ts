/**
 * The tasks extension: the scenarios of the official conformance suite, with saved scripts in the place of the tools that they ask for, and a
 * client that leaves its runs to the gateway.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { root } from "../../scripts/stack.mjs";
import { envelopeOf, type Answer } from "../support/answer.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { runTool } from "../support/command.ts";
import { startAskingUpstream } from "../fixtures/upstreams/asking-upstream.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const POLICY = {
  version: "1",
  default: "allow",
  tools: { "github.delete_*": { require_approval: true, reason: "Deleting takes a person." } },
  approvals: { wait_ms: 50 },
};

/** Saved scripts in place of the tools of the suite's own server. A run is answered as a task when it takes longer than a moment. */
const FIXTURES = {
  greet: "`Hello, ${input.name}!`",
  slow_compute: "if (input.seconds > 0) await sleep(2_500 + input.seconds * 1_000); `computed ${input.label}`",
  failing_job: `await sleep(2_500); throw new Error("failed as it should")`,
  confirm_delete: "await sleep(2_000); (await github.delete_repo({ name: input.filename })).deleted",
  multi_input: `await sleep(2_000); await Promise.all(["a", "b"].map((name) => github.delete_repo({ name })))`,
};

const gateways = new BusinessGateways(inject("bundle"));
let gateway: BusinessGateway;
beforeAll(async () => {
  gateway = await gateways.start({ policy: POLICY });
  for (const [name, code] of Object.entries(FIXTURES)) {
    const saved = await gateway.post("/scripts", { name, code, description: name, expose: "tool" });
    if (saved.status >= 300) throw new Error(JSON.stringify(saved.body));
  }
});
afterAll(() => gateways.stop());

// Most of each scenario is waiting for its tasks.
describe("the conformance suite", () => {
  it.concurrent.each([
    "tasks-lifecycle",
    "tasks-capability-negotiation",
    "tasks-wire-fields",
    "tasks-request-state-removal",
    "tasks-mrtr-input",
    "tasks-request-headers",
    "tasks-dispatch-and-envelope",
  ])("scenario %s", { timeout: 120_000 }, async (scenario) => {
    const results = await temporaryDirectory();
    const baseline = join(root, "test/conformance/tasks.yml");
    const args = ["server", "--url", `${gateway.origin}/mcp`, "--scenario", scenario, "--expected-failures", baseline];
    const { status, printed } = await runTool("conformance", [...args, "--output-dir", results]);
    await rm(results, { recursive: true, force: true });
    expect(status, printed).toBe(0);
  });
});

interface Task {
  readonly resultType: string;
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string;
  readonly inputRequests?: Readonly<Record<string, { readonly params: { readonly message: string } }>>;
  readonly result?: Answer;
}

interface Reply {
  readonly result?: Task & Answer;
  readonly error?: { readonly code: number; readonly message: string };
}

const FORMS = { elicitation: { form: {} } };
const TASKS = { extensions: { "io.modelcontextprotocol/tasks": {} } };

async function ask(
  method: string,
  params: Readonly<Record<string, unknown>>,
  capabilities: object,
  { signal, origin = gateway.origin }: { readonly signal?: AbortSignal; readonly origin?: string } = {},
): Promise<Reply> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "tasks", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  const response = await fetch(`${origin}/mcp`, {
    method: "POST",
    ...(signal && { signal }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      "mcp-name": String(params["taskId"] ?? params["name"]),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  });
  const text = await response.text();
  const data = text.startsWith("{")
    ? text
    : text
        .split("\n")
        .findLast((line) => line.startsWith("data: "))
        ?.slice(6);
  return JSON.parse(data ?? "{}") as Reply;
}

const run = (code: string, capabilities: object): Promise<Reply> =>
  ask("tools/call", { name: "execute_code", arguments: { code } }, capabilities);

async function taskOf(code: string, capabilities: object): Promise<Task> {
  const { result } = await run(code, capabilities);
  if (result?.resultType !== "task") throw new Error(`It is no task: ${JSON.stringify(result)}`);
  return result;
}

const get = async (taskId: string, capabilities: object): Promise<Task | undefined> =>
  (await ask("tasks/get", { taskId }, capabilities)).result;

describe("a run of a client that declares tasks", () => {
  it("is answered directly when it ends at once", async () => {
    const { result } = await run("1 + 1", TASKS);
    expect(envelopeOf(result as Answer)).toMatchObject({ ok: true, value: 2 });
  });

  it.each([
    { name: "execute_code", args: { code: `await github.delete_repo({ name: "x" })`, options: { dry_run: true } } },
    { name: "run", args: { tool: "github:delete_repo", parameters: { name: "x" }, dry_run: true } },
  ])("is answered directly when it is a dry run: $name", async ({ name, args }) => {
    const from = gateway.upstreams.calls.length;
    const { result } = await ask("tools/call", { name, arguments: args }, TASKS);
    expect(result?.resultType).not.toBe("task");
    expect(JSON.stringify(result)).toContain("would_call");
    expect(JSON.stringify(result)).not.toContain("INVALID_OPTIONS");
    expect(gateway.upstreams.calls.slice(from)).toEqual([]);
  });

  it("waits for its user's word on each call, and makes no call that was denied", async () => {
    const able = { ...TASKS, ...FORMS };
    const from = gateway.upstreams.calls.length;
    const task = await taskOf(
      `const all = await Promise.allSettled(["x", "y"].map((name) => github.delete_repo({ name })));
       all.map(({ value, reason }) => value?.deleted ?? reason.message)`,
      able,
    );
    await expect.poll(async () => Object.keys((await get(task.taskId, able))?.inputRequests ?? {})).toHaveLength(2);
    const { status, inputRequests = {} } = (await get(task.taskId, able)) ?? { status: "" };
    expect(status).toBe("input_required");
    const [approved = "", denied = ""] = Object.entries(inputRequests)
      .sort(([, one], [, other]) => one.params.message.localeCompare(other.params.message))
      .map(([id]) => id);
    expect(inputRequests[approved]?.params.message).toContain('github.delete_repo {"name":"x"}');
    const inputResponses = {
      [approved]: { action: "accept", content: { confirm: true } },
      [denied]: { action: "accept", content: { confirm: false, reason: "keep it" } },
    };
    const nothing = { [denied]: { action: "cancel" }, "answered before": { action: "decline" } };
    expect((await ask("tasks/update", { taskId: task.taskId, inputResponses: nothing }, able)).result).toBeDefined();
    expect(Object.keys((await get(task.taskId, able))?.inputRequests ?? {})).toHaveLength(2);
    expect((await ask("tasks/update", { taskId: task.taskId, inputResponses }, able)).result).toBeDefined();
    await expect.poll(async () => (await get(task.taskId, able))?.status, { timeout: 20_000 }).toBe("completed");
    const { value } = envelopeOf((await get(task.taskId, able))?.result as Answer);
    expect(value).toEqual([true, expect.stringContaining("keep it")]);
    expect(gateway.upstreams.calls.slice(from)).toEqual(["github.delete_repo"]);
  });

  it("refuses an update that answers nothing, and decides nothing by one that is wrong in a part", async () => {
    const able = { ...TASKS, ...FORMS };
    const { taskId } = await taskOf(`await Promise.all(["x", "y"].map((name) => github.delete_repo({ name })))`, able);
    const shown = async () => Object.keys((await get(taskId, able))?.inputRequests ?? {});
    await expect.poll(shown).toHaveLength(2);
    const [one = "", other = ""] = await shown();
    const confirmed = { action: "accept", content: { confirm: true } };
    const wrong = [
      { given: {}, says: "takes taskId and inputResponses" },
      { given: { inputResponses: 5 }, says: "takes taskId and inputResponses" },
      { given: { inputResponses: [confirmed] }, says: "takes taskId and inputResponses" },
      { given: { inputResponses: {} }, says: "takes taskId and inputResponses" },
      { given: { inputResponses: { [one]: confirmed }, inputResponse: {} }, says: "not inputResponse" },
      {
        given: { inputResponses: { [one]: confirmed, [other]: true } },
        says: `inputResponses.${other} is not such an answer`,
      },
      {
        given: { inputResponses: { [one]: confirmed, [other]: { action: "yes" } } },
        says: `${other} must have the action`,
      },
      { given: { inputResponses: { [one]: confirmed, [other]: { action: "accept" } } }, says: '{"confirm": true}' },
      {
        given: { inputResponses: { [one]: confirmed, [other]: { action: "accept", content: { confirm: "yes" } } } },
        says: '{"confirm": true}',
      },
    ];
    for (const { given, says } of wrong) {
      const { error } = await ask("tasks/update", { taskId, ...given }, able);
      expect(error, JSON.stringify(given)).toMatchObject({ code: -32_602, message: expect.stringContaining(says) });
    }
    expect(await shown()).toHaveLength(2);
    await ask("tasks/cancel", { taskId }, TASKS);
  });

  it("is told in what way an answer does not fit the form of an upstream, which stays open", async () => {
    const asking = await startAskingUpstream();
    onTestFinished(() => asking.close());
    const { origin } = await gateways.start({ policy: POLICY, mcpServers: asking.mcpServers });
    const send = (method: string, params: Readonly<Record<string, unknown>>) =>
      ask(method, params, { ...TASKS, ...FORMS }, { origin });
    const code = `await modern.book({ flight: "LH1" })`;
    const { result } = await send("tools/call", { name: "execute_code", arguments: { code } });
    const taskId = result?.taskId ?? "";
    const state = async () => (await send("tasks/get", { taskId })).result;
    await expect.poll(async () => Object.keys((await state())?.inputRequests ?? {})).toHaveLength(1);
    const [id = ""] = Object.keys((await state())?.inputRequests ?? {});
    const update = (nights: number) => {
      const inputResponses = { [id]: { action: "accept", content: { seat: "12B", nights } } };
      return send("tasks/update", { taskId, inputResponses });
    };
    const message = `inputResponses.${id} does not match the form: The field nights takes a number of at least 1.`;
    expect((await update(0)).error).toMatchObject({ code: -32_602, message });
    expect(Object.keys((await state())?.inputRequests ?? {})).toStrictEqual([id]);
    expect((await update(2)).error).toBeUndefined();
    await expect.poll(async () => (await state())?.status, { timeout: 20_000 }).toBe("completed");
    expect(envelopeOf((await state())?.result as Answer).value).toMatchObject({ booked: true });
  });

  it("tells a client without elicitation where a person decides", async () => {
    const task = await taskOf(`await github.delete_repo({ name: "z" })`, TASKS);
    await expect.poll(async () => (await get(task.taskId, TASKS))?.statusMessage).toContain("/approve/");
    expect(await get(task.taskId, TASKS)).toMatchObject({ status: "working" });
    await ask("tasks/cancel", { taskId: task.taskId }, TASKS);
    await expect.poll(async () => (await get(task.taskId, TASKS))?.status).toBe("cancelled");
  });

  it("ends with a client that leaves before it knows of the task", async () => {
    const leaving = new AbortController();
    const code = `await github.create_issue({ title: "left" }); await sleep(60_000)`;
    const from = gateway.upstreams.calls.length;
    const call = { name: "execute_code", arguments: { code } };
    const answer = ask("tools/call", call, TASKS, { signal: leaving.signal });
    await expect.poll(() => gateway.upstreams.calls.slice(from)).toEqual(["github.create_issue"]);
    leaving.abort();
    await expect(answer).rejects.toThrow("aborted");
    const outcomes = async (): Promise<readonly unknown[]> => {
      const { runs } = await gateway.get("/runs");
      return (runs as readonly { readonly title: string; readonly outcome: string }[])
        .filter(({ title }) => title.includes("left"))
        .map(({ outcome }) => outcome);
    };
    await expect.poll(outcomes).toEqual(["cancelled"]);
  });

  it("is no task of a client that does not declare them, nor under another id", async () => {
    const { result } = await run(`await github.delete_repo({ name: "z" })`, {});
    const { run: id, error } = envelopeOf(result as Answer);
    expect(error).toMatchObject({ code: "APPROVAL_REQUIRED" });
    expect((await ask("tasks/get", { taskId: id }, {})).error).toMatchObject({ code: -32_021 });
    for (const taskId of ["r_00000000000000000000", "x"])
      expect((await ask("tasks/get", { taskId }, TASKS)).error).toMatchObject({ code: -32_602 });
    await gateway.post(`/runs/${id}/cancel`, {});
  });
});
