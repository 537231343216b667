/** The commands `approvals list | approve | deny | withdraw`. */
import type { ApprovalList, ApprovalView, InputFormView } from "../../contract/approvals.ts";
import { approvalTitle } from "../../contract/approval-title.ts";
import { askAndPrint, segment } from "../ask-and-print.ts";
import { wrongArguments, type Invocation, type Command, type Ended } from "../command.ts";
import type { Failure } from "../failure.ts";
import { printJson, type Cli } from "../cli.ts";
import { ask } from "../gateway-client.ts";
import { removal } from "../removal.ts";
import { parseExact } from "../../lib/exact-json.ts";
import { table } from "../table.ts";

const MINUTES = /^([1-9]\d{0,3})m$/;
const MAX_MINUTES = 1_440;

export const approvalsList: Command = {
  name: "approvals list",
  summary: "List calls that wait for your approval",
  options: {
    state: {
      value: "STATE",
      summary: "waiting (default), approved, denied, used, expired, void, lasting (approved for minutes) or all",
    },
    run: { value: "RUN", summary: "only approvals of this run" },
  },
  examples: [
    { line: "isogate approvals list", why: "server, tool and arguments of each, and why you are asked" },
    {
      line: "isogate approvals list --run r_…",
      why: "the calls that the run waits for, with the command that approves them",
    },
  ],
  run: (cli, { options }) => {
    const state = options.get("state") ?? "waiting";
    const run = options.get("run");
    const query = new URLSearchParams({ state, ...(run !== undefined && { run }) });
    return askAndPrint<ApprovalList>(cli, `approvals?${query.toString()}`, {}, ({ approvals }) => {
      if (approvals.length === 0) {
        return state === "waiting" ? "No call waits for approval.\n" : `No approvals are listed as ${state}.\n`;
      }
      const command = `isogate approvals approve ${approvals.map(({ id }) => id).join(" ")}`;
      return `${printed(approvals, cli)}${run !== undefined && state === "waiting" ? `\nApprove all of them: ${command}\n` : ""}`;
    });
  },
};

export const approvalsApprove: Command = {
  name: "approvals approve",
  summary: "Approve calls; their runs continue",
  positionals: [{ name: "APPROVAL", isMany: true }],
  options: {
    for: {
      value: "WHAT",
      summary:
        "once (default: only this call), run or minutes like 30m (also later calls of the tool); for packages also session or always",
    },
    content: {
      value: "JSON",
      summary: "your input for the form of an upstream, a JSON object with the form's field names",
      check: { kind: "json" },
    },
  },
  examples: [
    { line: "isogate approvals approve a_…", why: "the run continues automatically" },
    {
      line: "isogate approvals approve a_… a_… --for run",
      why: "these calls, and later calls of their tools in the run",
    },
    { line: `isogate approvals approve a_… --content '{"seat":"12A"}'`, why: "fill in the form of an upstream" },
  ],
  run: (cli, invocation) => decide(cli, invocation, "approve"),
};

export const approvalsDeny: Command = {
  name: "approvals deny",
  summary: "Deny calls; their scripts get APPROVAL_DENIED",
  positionals: [{ name: "ID", isMany: true }],
  options: { reason: { value: "TEXT", summary: "reason that the script gets" } },
  examples: [{ line: "isogate approvals deny a_… --reason 'ask finance first'", why: "the script gets the reason" }],
  run: (cli, invocation) => decide(cli, invocation, "deny"),
};

export const approvalsWithdraw = removal({
  name: "approvals withdraw",
  summary: "Withdraw a time-limited approval; the next call of the tool needs approval again",
  positional: "ID",
  example: ["a_…", "isogate approvals list --state lasting shows the ids"],
  list: "approvals",
  done: (id) => `Withdrew the approval ${id}.`,
});

async function decide(cli: Cli, { positionals, options }: Invocation, decision: "approve" | "deny"): Promise<Ended> {
  const what = readFor(options.get("for") ?? "once");
  if (what === undefined)
    return wrongArguments("--for takes once, run, session, always, or minutes like 30m (at most 1440m).");
  // More can have come to wait for the run's approval than was listed to the person.
  const run = positionals.find((name) => name.startsWith("r_"));
  if (run !== undefined && decision === "approve") {
    return wrongArguments(`Give the ids of the calls to approve: isogate approvals list --run ${run} shows them.`);
  }
  const ids = await idsOf(cli, positionals);
  if (!Array.isArray(ids)) return ids;
  const reason = options.get("reason");
  const content = options.get("content");
  const body = {
    decision,
    ...(decision === "approve" && { for: what }),
    ...(reason !== undefined && { reason }),
    ...(content !== undefined && { content: parseExact(content) }),
  };
  const decided: ApprovalView[] = [];
  const refused: Failure[] = [];
  for (const id of ids) {
    const answered = await ask<ApprovalView>(cli.gateway, `approvals/${segment(id)}`, { method: "POST", body });
    if (answered.ok) decided.push(answered.value);
    else if (answered.status === undefined || ids.length === 1) return answered.failure;
    // The others are decided, whatever became of this one.
    else refused.push({ ...answered.failure, message: `${id}: ${answered.failure.message}` });
  }
  if (cli.wantsJson) printJson(cli, { approvals: decided });
  else if (decided.length > 0) cli.out(printed(decided, cli));
  const [first] = refused;
  return first === undefined ? 0 : { message: refused.map(({ message }) => message).join("\n"), exit: first.exit };
}

/** Replaces the id of a run by the ids of the approvals that the run waits for. */
async function idsOf(cli: Cli, names: readonly string[]): Promise<string[] | Exclude<Ended, number>> {
  const ids: string[] = [];
  for (const name of names) {
    if (!name.startsWith("r_")) {
      ids.push(name);
      continue;
    }
    const waiting = await ask<ApprovalList>(cli.gateway, `approvals?state=waiting&limit=500&run=${segment(name)}`, {});
    if (!waiting.ok) return waiting.failure;
    const { approvals } = waiting.value;
    if (approvals.length === 0) {
      const message = `There is no run ${name} that waits for an approval; isogate approvals list shows what waits.`;
      return { message, exit: 1 };
    }
    ids.push(...approvals.map(({ id }) => id));
  }
  return ids;
}

const LASTING = ["once", "run", "session", "always"] as const;

function readFor(text: string): (typeof LASTING)[number] | { readonly minutes: number } | undefined {
  const named = LASTING.find((one) => one === text);
  if (named !== undefined) return named;
  const minutes = Number(MINUTES.exec(text)?.[1]);
  return minutes >= 1 && minutes <= MAX_MINUTES ? { minutes } : undefined;
}

/** One line: addresses with their origins, and fields with what they take. */
function askedFor({ links, fields }: InputFormView): string {
  const pages = links.map(({ url, origin }) => `opens a page of ${origin}: ${url}`);
  const asked = fields.map(({ name, title, type, choices, required }) => {
    const one = choices === undefined ? type : choices.map(({ value }) => JSON.stringify(value)).join(" | ");
    const takes = type === "array" ? `(${one})[]` : one;
    return `${name}${required ? "" : "?"}: ${takes}${title === name ? "" : ` (${title})`}`;
  });
  return [...pages, ...(asked.length === 0 ? [] : [`{ ${asked.join(", ")} }`])].join("  ");
}

function printed(approvals: readonly ApprovalView[], cli: Cli): string {
  const rows = approvals.map((approval) => {
    const { id, run, args, reason, form, state, lasts_until } = approval;
    const shown = lasts_until === undefined ? state : `until ${lasts_until}`;
    const asked = form === undefined ? "" : `  ${askedFor(form)}`;
    return [id, run, shown, approvalTitle(approval), `${JSON.stringify(args)}  ${reason}${asked}`];
  });
  return table(["APPROVAL", "RUN", "STATE", "TOOL", "ARGUMENTS, AND WHY"], rows, cli);
}
