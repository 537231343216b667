/** The pages of a link to calls that wait. What a script or an upstream says is escaped by `html`, and hidden characters are spelled out. */
import { html } from "hono/html";
import type { ShownApproval } from "../approvals/approval.ts";
import type { InputChoice, InputField, InputForm } from "../approvals/input-form.ts";
import { shownArgs } from "../approvals/shown-args.ts";
import { SECRET_ASKED } from "../contract/secret-asked.ts";
import { YES_NO } from "../contract/yes-no.ts";
import { visibleText } from "../lib/visible-text.ts";
import { isoTime } from "../lib/iso-time.ts";
import { page } from "./pages.ts";

const ALL = { path: "/dashboard/approvals", label: "Go to all approvals" } as const;
const MAX_ARGS_CHARS = 20_000;

interface ApprovalsPage {
  readonly run: string;
  readonly approvals: readonly ShownApproval[];
  /** The gateway's origin. */
  readonly origin: string;
  /** The path of the page itself. */
  readonly path: string;
  /** The problem of an answer that was sent from the page. */
  readonly problem?: string;
}

export function approvalsPage({ run, approvals, origin, path, problem }: ApprovalsPage) {
  const noun = approvals.every(({ kind }) => kind === "package") ? "package" : "call";
  const many = approvals.length === 1 ? `A ${noun} waits` : `${approvals.length} ${noun}s wait`;
  return page(
    `${many} for you`,
    html`<form method="post" action="${path}" class="stack">
      ${problem === undefined ? "" : html`<p class="message">${visibleText(problem)}</p>`}
      ${approvals.map(approvalEntry)}
      <label>Reason for the script if you deny <input name="reason" maxlength="1000" /></label>
      <p>
        <button class="primary" name="decision" value="approve">Approve selected</button>
        <button name="decision" value="deny">Deny selected</button>
      </p>
      ${[...new Map(approvals.map(({ code, saved }) => [saved ?? "", code]))].map(
        ([saved, code]) =>
          html`<details>
            <summary>
              ${saved === "" ? `The script of the run ${run}` : `The saved script ${saved}, which the run calls`}
            </summary>
            <pre>${visibleText(code)}</pre>
          </details>`,
      )}
    </form>`,
    { origin, back: ALL },
  );
}

function approvalEntry({ id, server, tool, args, reason, expiresAt, form, saved }: ShownApproval) {
  return html`<fieldset>
    <label><input type="checkbox" name="approval" value="${id}" checked /> <strong>${visibleText(tool)}</strong></label>
    <pre>${visibleText(shownArgs(args, MAX_ARGS_CHARS, 2))}</pre>
    ${form === undefined ? html`<p>${visibleText(reason)}</p>` : inputEntry(id, server, form)}
    ${saved === undefined ? "" : html`<p>Called by the saved script ${saved}</p>`}
    <p>Expires ${isoTime(expiresAt)}</p>
  </fieldset>`;
}

/** Everything in the form is the upstream's. */
function inputEntry(id: string, server: string, { message, links, fields }: InputForm) {
  return html`<p>The server <strong>${visibleText(server)}</strong> asks for your input. Its text:</p>
    <blockquote class="quoted">${message}</blockquote>
    ${links.map(
      ({ url, origin }) =>
        html`<p>
          It asks you to open a page of <strong>${origin}</strong>:
          <a href="${url}" rel="noopener noreferrer" target="_blank">${url}</a>. Approve when you have done what it asks
          for.
        </p>`,
    )}
    ${fields.some(({ isSecret }) => isSecret) ? html`<p class="message">${SECRET_ASKED}</p>` : ""}
    ${fields.map((field) => inputField(`${id}.${field.name}`, field))}`;
}

function inputField(name: string, { title, description, type, choices, preset, isRequired, isSecret }: InputField) {
  const label = html`${title}${isRequired ? "" : " (optional)"}${description === undefined ? "" : html` <small>${description}</small>`}`;
  const given = preset === undefined ? "" : String(preset);
  if (type === "array") {
    const chosen = typeof preset === "object" ? preset : [];
    return html`<label
      >${label}
      <select name="${name}" multiple>
        ${(choices ?? []).map((choice) => option(choice, chosen.includes(choice.value)))}
      </select></label
    >`;
  }
  if (type === "boolean" || choices !== undefined) {
    const all = choices ?? YES_NO;
    return html`<label
      >${label}
      <select name="${name}">
        ${isRequired && preset !== undefined ? "" : html`<option value=""></option>`}
        ${all.map((choice) => option(choice, choice.value === given))}
      </select></label
    >`;
  }
  const kind = isSecret ? "password" : type === "string" ? "text" : "number";
  return html`<label
    >${label} <input name="${name}" type="${kind}" step="any" value="${given}" autocomplete="off"
  /></label>`;
}

function option({ value, title }: InputChoice, isSelected: boolean) {
  return isSelected
    ? html`<option value="${value}" selected>${title}</option>`
    : html`<option value="${value}">${title}</option>`;
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
    decided === 1 ? `You ${what} one request` : `You ${what} ${decided} requests`,
    html`<p>The run ${run} continues automatically. You can close this page.</p>`,
    { origin, back: ALL },
  );
}

export function noApprovalsPage(message: string, origin: string) {
  return page("No request waits", html`<p class="message">${message}</p>`, { origin, back: ALL });
}
