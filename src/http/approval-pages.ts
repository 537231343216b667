/** The pages of a link to calls that wait. What a script or an upstream says is escaped by `html`, and hidden characters are spelled out. */
import { html } from "hono/html";
import type { ShownApproval } from "../approvals/approval.ts";
import { shownArgs } from "../approvals/shown-args.ts";
import { visibleText } from "../lib/visible-text.ts";
import { page } from "./pages.ts";

const ALL = { path: "/dashboard/approvals", label: "Go to all approvals" } as const;
const MAX_CODE_CHARS = 20_000;
const MAX_ARGS_CHARS = 20_000;

interface ApprovalsPage {
  readonly run: string;
  readonly approvals: readonly ShownApproval[];
  /** Of the gateway. */
  readonly origin: string;
  /** Of the page itself. */
  readonly path: string;
}

export function approvalsPage({ run, approvals, origin, path }: ApprovalsPage) {
  const [first] = approvals;
  const many = approvals.length === 1 ? "A call waits" : `${approvals.length} calls wait`;
  return page(
    `${many} for you`,
    html`<form method="post" action="${path}" class="stack">
      ${approvals.map(approvalEntry)}
      <label>Reason, told to the script when you deny <input name="reason" maxlength="1000" /></label>
      <p>
        <button class="primary" name="decision" value="approve">Approve what is ticked</button>
        <button name="decision" value="deny">Deny what is ticked</button>
      </p>
      <details>
        <summary>The script of the run ${run}</summary>
        <pre>${visibleText(shownCode(first?.code ?? ""))}</pre>
      </details>
    </form>`,
    { origin, back: ALL },
  );
}

function shownCode(code: string): string {
  const rest = code.length - MAX_CODE_CHARS;
  return rest > 0 ? `${code.slice(0, MAX_CODE_CHARS)}\n… ${rest} characters are not shown …` : code;
}

function approvalEntry({ id, tool, args, reason, expiresAt }: ShownApproval) {
  return html`<fieldset>
    <label><input type="checkbox" name="approval" value="${id}" checked /> <strong>${visibleText(tool)}</strong></label>
    <pre>${visibleText(shownArgs(args, MAX_ARGS_CHARS, 2))}</pre>
    <p>${visibleText(reason)}</p>
    <p>Lapses ${new Date(expiresAt).toISOString()}</p>
  </fieldset>`;
}

interface DecidedPage {
  readonly decision: "approve" | "deny";
  readonly decided: number;
  readonly run: string;
  readonly origin: string;
}

export function approvalsDecidedPage({ decision, decided, run, origin }: DecidedPage) {
  const what = decision === "approve" ? "approved" : "denied";
  return page(
    decided === 1 ? `The call is ${what}` : `${decided} calls are ${what}`,
    html`<p>The run ${run} goes on by itself. You can close this page.</p>`,
    { origin, back: ALL },
  );
}

export function noApprovalsPage(message: string, origin: string) {
  return page("Nothing to decide", html`<p class="message">${message}</p>`, { origin, back: ALL });
}
