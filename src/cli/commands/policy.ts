/** `policy show | explain | test | suggest | validate`. */
import { ageMs } from "../../contract/age.ts";
import type { Explanation, PolicyAnswer, PolicySuggestion, PolicyTest, PolicyView } from "../../contract/policy.ts";
import { parseJsonc } from "../../lib/jsonc.ts";
import { splitToolName } from "../../lib/split-tool-name.ts";
import { askAndPrint } from "../ask-and-print.ts";
import { printJson, type Cli } from "../cli.ts";
import { wrongArguments, type Invocation, type Command } from "../command.ts";
import { ask } from "../gateway-client.ts";
import { readJsonObject } from "../json-object.ts";
import { printable, printableJson } from "../printable.ts";
import { readTextFile } from "../read-text.ts";
import { table } from "../table.ts";
import type { Result } from "../../lib/result.ts";
import type { Failure } from "../failure.ts";

const POLICY_FILE = {
  summary: "a policy, or a gateway.json that has one, to try instead of the one in force; - is standard input",
  value: "FILE",
  short: "f",
} as const;

const LAST = { summary: "age of the oldest calls to use: 12h, 30d; default 30d", value: "TIME" } as const;
const WRONG_LAST = "--last takes a number with m, h or d, such as 12h or 30d.";

export const policyShow: Command = {
  name: "policy show",
  summary: "Show the policy in force, and how often each rule decided",
  examples: [{ line: "isogate policy show | jq .document > policy.json", why: "a copy to change and test" }],
  run: (cli) =>
    askAndPrint<PolicyView>(cli, "policy", {}, ({ document, hash, decisions }) => {
      if (hash === null) return "gateway.json has no policy: every call is allowed.\n";
      const rows = decisions
        .toSorted((one, other) => other.count - one.count)
        .map(({ rule, decision, count, last_at }) => [rule, decision, String(count), last_at]);
      const hits =
        rows.length === 0 ? "The policy has decided no calls yet.\n" : table(["RULE", "", "CALLS", "LAST"], rows, cli);
      return `${printable(JSON.stringify(document, null, 2))}\n\n${hits}`;
    }),
};

export const policyExplain: Command = {
  name: "policy explain",
  summary: "Show the policy's decision on a call, without making or counting the call",
  positionals: [{ name: "SERVER.TOOL" }, { name: "ARGUMENTS", isOptional: true }],
  options: { file: POLICY_FILE },
  examples: [
    {
      line: `isogate policy explain stripe.create_refund '{"amount": 6000}'`,
      why: "the rule that decides, and the message that a script gets",
    },
  ],
  async run(cli, invocation) {
    const [path = "", text = "{}"] = invocation.positionals;
    const args = readJsonObject(text);
    if (args === undefined) return wrongArguments(`ARGUMENTS is not a JSON object: ${text}`);
    const read = await documentFrom(invocation);
    if (!read.ok) return read.error;
    const body = {
      ...(splitToolName(path) ?? { tool: path }),
      args,
      ...read.value,
    };
    return askAndPrint<Explanation>(cli, "policy/explain", { method: "POST", body }, (explained) =>
      explanationText(explained, cli),
    );
  },
};

export const policyTest: Command = {
  name: "policy test",
  summary: "Apply a policy to your recorded calls, and list those that it would decide differently",
  details: ["Exit status 1 if a call would be decided differently."],
  options: {
    file: POLICY_FILE,
    last: LAST,
  },
  examples: [
    { line: "isogate policy test --file policy.json --last 7d", why: "test a policy before it is deployed" },
    { line: "isogate policy test --json | jq .flips", why: "test the policy in force, with output for a program" },
  ],
  async run(cli, invocation) {
    const since = sinceOf(invocation);
    if (since === undefined) return wrongArguments(WRONG_LAST);
    const read = await documentFrom(invocation);
    if (!read.ok) return read.error;
    const body = { ...read.value, since };
    return askAndPrint<PolicyTest>(
      cli,
      "policy/test",
      { method: "POST", body },
      (test) => testText(test, cli),
      ({ flipped }) => flipped === 0,
    );
  },
};

export const policySuggest: Command = {
  name: "policy suggest",
  summary: "Draft a policy that allows your recorded calls and denies everything else",
  details: [
    "Prints the policy; a summary of its sources goes to standard error. Exit status 1 if the draft would deny a recorded call.",
  ],
  options: { last: LAST },
  examples: [
    {
      line: "isogate policy suggest --last 30d > draft.json",
      why: "a draft to edit and check with isogate policy test",
    },
  ],
  async run(cli, invocation) {
    const since = sinceOf(invocation);
    if (since === undefined) return wrongArguments(WRONG_LAST);
    const answered = await ask<PolicySuggestion>(cli.gateway, "policy/suggest", { method: "POST", body: { since } });
    if (!answered.ok) return answered.failure;
    const { policy, replay } = answered.value;
    if (cli.isJsonRequested) printJson(cli, answered.value);
    else {
      cli.out(`${printableJson(JSON.stringify(policy, null, 2))}\n`);
      cli.err(suggestionText(answered.value));
    }
    return replay.flipped > 0 ? 1 : 0;
  },
};

export const policyValidate: Command = {
  name: "policy validate",
  summary: "List all mistakes of a policy, each with its path and the correction",
  positionals: [{ name: "FILE" }],
  examples: [{ line: "isogate policy validate policy.json", why: "or a gateway.json that has a policy" }],
  async run(cli, { positionals: [path = ""] }) {
    const read = await readDocument(undefined, path);
    if (!read.ok) return read.error;
    return askAndPrint<PolicyAnswer>(
      cli,
      "policy/validate",
      { method: "POST", body: read.value },
      ({ problems, warnings = [] }) => {
        const lines = [...problems, ...warnings].map((one) => `${one.path || "/"}: ${one.message} ${one.fix}\n`);
        return problems.length === 0 ? `${lines.join("")}The policy is valid.\n` : lines.join("");
      },
      ({ problems }) => problems.length === 0,
    );
  },
};

async function documentFrom({ options }: Invocation): Promise<Result<{ readonly policy?: unknown }, Failure>> {
  const path = options.get("file");
  return path === undefined ? { ok: true, value: {} } : readDocument("file", path);
}

async function readDocument(
  option: string | undefined,
  path: string,
): Promise<Result<{ readonly policy?: unknown }, Failure>> {
  const read = await readTextFile(option, path);
  if (!read.ok) return read;
  const parsed = parseJsonc(read.value);
  if (!parsed.ok) return { ok: false, error: wrongArguments(`${JSON.stringify(path)} ${parsed.error}.`) };
  const { value } = parsed;
  const isConfig = value !== null && typeof value === "object" && "policy" in value;
  return { ok: true, value: { policy: isConfig ? value.policy : value } };
}

/** @returns an ISO 8601 time; undefined when `--last` is no length of time */
function sinceOf({ options }: Invocation): string | undefined {
  const last = ageMs(options.get("last") ?? "30d");
  return last === undefined ? undefined : new Date(Date.now() - last).toISOString();
}

function explanationText(explained: Explanation, { paint }: Cli): string {
  const { decision, rule, message, code, tier, limits, logged, known } = explained;
  const painted = decision === "allow" ? paint.good(decision) : paint.bad(decision);
  return [
    `${painted} by ${rule === "" ? "the gateway" : printable(rule)}${code === undefined ? "" : ` (${code})`}`,
    ...(message === undefined ? [] : [`  ${printable(message)}`]),
    `tier ${tier.tier}: ${tier.reason}`,
    ...limits.map(
      (limit) => `limit ${printable(limit.rule)}: ${limit.used} of ${limit.max} used, this takes ${limit.takes}`,
    ),
    ...logged.map(
      (one) =>
        `${isOfData(one) ? `data: ${one.verdict}` : `would ${one.verdict} (log_only)`} by rule ${printable(one.rule)}: ${printable(one.message)}`,
    ),
    ...(known ? [] : ["The server does not list this tool; its annotations are not known."]),
    "",
  ].join("\n");
}

function isOfData({ verdict }: Explanation["logged"][number]): boolean {
  return verdict !== "deny" && verdict !== "ask";
}

function suggestionText({ rules, left_out, replay }: PolicySuggestion): string {
  const { calls, runs, flipped } = replay;
  const limited = rules.filter(({ conditions }) => conditions.length > 0).length;
  return [
    `${calls} calls of ${runs} runs since ${replay.since}: ${rules.length} tools are allowed, ${limited} of them only with observed arguments.`,
    ...(left_out.length > 0
      ? [`Left out, because their names cannot be patterns: ${printable(left_out.join(", "))}.`]
      : []),
    flipped === 0
      ? "Every recorded call would be decided the same way."
      : `${flipped} recorded calls would be decided differently; isogate policy test --file FILE lists them.`,
    "",
  ].join("\n");
}

const MAX_ROWS = 50;

function testText(test: PolicyTest, cli: Cli): string {
  const { calls, runs, flipped, runs_affected, approvals, uncertain, truncated, flips, data } = test;
  const head = [
    `${calls} calls of ${runs} runs since ${test.since}${truncated ? ", only the newest" : ""}.`,
    `${flipped} calls would be decided differently, in ${runs_affected} runs; a person would be asked ${approvals} times.`,
    ...(uncertain > 0
      ? [`${uncertain} calls are uncertain: some of the values that decide them are not recorded.`]
      : []),
    ...data.map((one) => `${printable(one.rule)} finds data in ${one.calls} calls.`),
    "",
  ].join("\n");
  const rows = flips
    .slice(0, MAX_ROWS)
    .map(({ run, server, tool, was, now, rule, uncertain: inDoubt }) => [
      run,
      `${server}.${tool}`,
      `${was} → ${now}${inDoubt ? "?" : ""}`,
      rule,
    ]);
  const more = flipped > rows.length && rows.length > 0 ? cli.paint.dim(`${flipped - rows.length} more\n`) : "";
  return rows.length === 0 ? head : `${head}${table(["RUN", "CALL", "", "RULE"], rows, cli)}${more}`;
}
