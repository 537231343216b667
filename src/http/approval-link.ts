/**
 * `/approve/:ticket`: where the link of a waiting run leads. The ticket is unguessable and names one run; knowing it does not
 * authorize a decision. A model can read the link, so a decision counts only from this page, in a browser that is signed in to the gateway as
 * the run's own principal.
 */
import { Hono } from "hono/tiny";
import type { Context } from "hono";
import { MAX_REASON_CHARS, POLICY_HAS_CHANGED } from "../approvals/approval.ts";
import type { ApprovalDecision, ShownApproval } from "../approvals/approval.ts";
import type { InputField, InputForm } from "../approvals/input-form.ts";
import { isFromOwnPage } from "../auth/session.ts";
import { readForm } from "../auth/authorization-server/read-form.ts";
import { NARROWED } from "../auth/principal.ts";
import { gatewayAt, type GatewayStub } from "../rpc/gateway-stub.ts";
import { approvalsDecidedPage, approvalsPage, noApprovalsPage } from "./approval-pages.ts";
import type { AppEnv } from "./app-env.ts";
import { answerPage } from "./authorization/answer-page.ts";
import { originOf } from "./origin.ts";
import { readPrincipalBody } from "./principal-body.ts";

export const approvalLink = new Hono<AppEnv>();

approvalLink.get("/:ticket", async (c) => {
  const found = await find(c);
  if (found === undefined) return refused(c, GONE);
  if (found === "wider") return refused(c, NARROWED, 403);
  return answerPage(c, approvalsPage({ ...found, origin: originOf(c), path: c.req.path }));
});

approvalLink.post("/:ticket", async (c) => {
  const origin = originOf(c);
  if (!isFromOwnPage(c.req.raw)) return refused(c, NOT_OWN_PAGE, 403);
  const found = await find(c);
  if (found === undefined) return refused(c, GONE);
  if (found === "wider") return refused(c, NARROWED, 403);
  const body = await readPrincipalBody(c);
  if (!body.ok) return refused(c, body.error.detail);
  const form = readForm(body.value);
  const decision = form.get("decision");
  if (decision !== "approve" && decision !== "deny") {
    return refused(c, "Press one of the two buttons.");
  }
  const { access } = c.get("principal");
  const chosen = new Set(form.getAll("approval"));
  let decided = 0;
  let isOutdated = false;
  let isWider = false;
  for (const approval of found.approvals) {
    if (!chosen.has(approval.id)) continue;
    const answer = await found.gateway.decideApproval(approval.id, decisionIn(form, decision, approval, c), access);
    isWider ||= answer === "wider";
    if (typeof answer !== "object") continue;
    if (answer.ok) decided += 1;
    else if (answer.why === "changed") isOutdated = true;
    else if (answer.why === "invalid") {
      const left = await find(c);
      const shown = typeof left === "object" ? left : found;
      const page = approvalsPage({ ...shown, origin, path: c.req.path, problem: answer.problem });
      return answerPage(c, page, { status: 400 });
    }
  }
  if (isWider && decided === 0) return refused(c, NARROWED, 403);
  if (isOutdated && decided === 0) return refused(c, POLICY_HAS_CHANGED);
  return answerPage(c, approvalsDecidedPage({ decision, decided, run: found.run, origin }));
});

function refused(c: Context<AppEnv>, why: string, status: 400 | 403 = 400): Promise<Response> {
  return answerPage(c, noApprovalsPage(why, originOf(c)), { status });
}

function decisionIn(
  form: URLSearchParams,
  decision: "approve" | "deny",
  { id, form: asked }: ShownApproval,
  c: Context<AppEnv>,
): ApprovalDecision {
  const { credential: by = "" } = c.get("principal");
  const comment = (form.get("reason") ?? "").trim().slice(0, MAX_REASON_CHARS);
  const content =
    asked && decision === "approve" ? { content: contentOf(asked, (name) => form.getAll(`${id}.${name}`)) } : {};
  return { decision, for: "once", by, channel: "link", ...(comment !== "" && { comment }), ...content };
}

/** @param entered what the form's page sent for a field @returns the values by the names of fields; empty ones are left out */
function contentOf({ fields }: InputForm, entered: (name: string) => string[]): Readonly<Record<string, unknown>> {
  const given = fields.flatMap(({ name, type, isRequired }) => {
    const [text = "", ...more] = entered(name);
    if (type === "array") {
      const chosen = text === "" ? [] : [text, ...more];
      return chosen.length === 0 && !isRequired ? [] : [[name, chosen] as const];
    }
    return text === "" ? [] : [[name, valueOf(text, type)] as const];
  });
  return Object.fromEntries(given);
}

function valueOf(text: string, type: InputField["type"]): unknown {
  if (type === "string") return text;
  if (type === "boolean") return text === "true";
  return Number(text);
}

const GONE =
  "No request waits at this link: the requests were decided, the run has ended, or the link is incomplete. The dashboard lists all waiting requests.";
const NOT_OWN_PAGE = "This form must be sent from the gateway's own page. Open the link again.";

/**
 * @returns "wider" for a run with more access than the request's credentials, undefined for a link of another principal, too: its
 * sender learns nothing, and a person who opens it approves nothing
 */
async function find(c: Context<AppEnv>) {
  const ticket = c.req.param("ticket") ?? "";
  const named = gatewayAt(c.env, ticket);
  const own = c.env.GATEWAY.idFromName(c.get("principal").id).toString();
  if (named === undefined || named.id !== own) return undefined;
  const gateway: GatewayStub = named.gateway;
  const found = await gateway.approvalsOfLink(ticket, c.get("principal").access);
  if (found === "wider") return found;
  return found === undefined || found.approvals.length === 0 ? undefined : { ...found, gateway };
}
