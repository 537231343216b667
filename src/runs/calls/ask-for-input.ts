/** Passes on what an upstream asks a person for during a call of a durable run (elicitation). */
import type { CallReply, ToolCall } from "../../../worker-loader/index.ts";
import { readInputForm, type InputForm } from "../../approvals/input-form.ts";
import type { DirectClient, ClientAbility } from "../../lib/client-ability.ts";
import type { OpenedCall } from "../../enforcement/call-data.ts";
import type { CallPerson, InputNeeded } from "../../upstream/call-person.ts";
import { failed, inputRequired } from "./call-replies.ts";
import type { InputRequest, InputStatus, WaitingReply } from "../durable/call-recorder.ts";
import type { CallInRun } from "./decide-call.ts";
import type { FoundTool } from "./tool-finder.ts";

export type AnsweredInput = NonNullable<CallPerson["answered"]>;

export interface Asking {
  /** Stores the request; the call waits, and is sent again with the answer. */
  later(needed: InputNeeded): Promise<CallReply | WaitingReply>;
  readonly person: Omit<CallPerson, "answered">;
}

/** @returns the input that the upstream has asked for when the call was sent before */
export function inputOf({ args }: ToolCall, found: FoundTool, kept: CallInRun | undefined): InputStatus {
  if (kept === undefined) return { kind: "none" };
  return kept.recorder.input({ number: kept.number, tool: pathOf(found), args });
}

interface AskingParts {
  /** Hash of the document under which a person has approved the call, or "". */
  readonly policy: string;
  /** Number of the call in the record of the run. */
  readonly sentAs: number;
  /** Present for a direct call. */
  readonly client: DirectClient | undefined;
}

export function askingFor(
  call: ToolCall,
  found: FoundTool,
  { recorder, number }: CallInRun,
  { policy, sentAs, client }: AskingParts,
): Asking {
  const tool = pathOf(found);
  const permitted = found.upstream.asksClient;
  const offered = (client?.abilities ?? []).filter((ability) => permitted.includes(ability));
  const request = (form: InputForm): InputRequest => ({
    ...{ number, call: sentAs, kind: "input", server: found.upstream.name, tool, args: call.args, policy, rule: "" },
    reason: `${tool} asks for input: ${form.message}`,
    form,
  });
  return {
    async later({ requests, state }) {
      const form = await readForm(requests, state, { data: found.data, offered });
      const isTooMuch = form.ok && form.value.ofClient && form.value.requests.length > 1 && client?.isModern !== true;
      if (isTooMuch === true) return failed(inputRequired(`${tool} ${ONE_BY_ONE}.`, call));
      if (!form.ok) return failed(inputRequired(`${tool} ${form.error}.`, call));
      const status = recorder.askInput(request(form.value), state);
      if (status.kind === "waiting") return { waiting: status.id };
      return failed(inputRequired(status.kind === "approved" ? `${tool} asked for input.` : status.message, call));
    },
    person: {
      offered,
      // A client that answers for itself answers alone: its upstream is not told of persons whom it cannot ask.
      showsForms: offered.length === 0 || client?.showsForms === true,
      async hold(requests) {
        const form = await readForm(requests, undefined, { data: found.data, offered });
        if (!form.ok) return form.error;
        if (form.value.ofClient && client?.isModern === true) return WHILE_OPEN;
        return (await recorder.holdInput(request(form.value))) ?? NOT_IN_TIME;
      },
    },
  };
}

type Requests = Readonly<Record<string, unknown>>;

/**
 * Applies the rules about data to what a person would be shown, as to a result: it is stored, and shown by several interfaces. What the
 * answer refers to, and the upstream's own state, would have to go back as they came.
 */
async function readForm(
  requests: Requests,
  state: string | undefined,
  { data, offered }: { readonly data: OpenedCall | undefined; readonly offered: readonly ClientAbility[] },
) {
  if (data === undefined) return readInputForm(requests, offered);
  const { reply } = await data.reply({ ok: true, value: JSON.stringify({ requests, state: state ?? null }) });
  if (!reply.ok) return WITHHELD;
  const shown = JSON.parse(reply.value) as { readonly requests: Requests; readonly state: string | null };
  const isUsable = shown.state === (state ?? null) && withoutWords(shown.requests) === withoutWords(requests);
  return isUsable ? readInputForm(shown.requests, offered) : WITHHELD;
}

const WITHHELD = {
  ok: false,
  error: "asks for input with data that the policy protects, so the request was not shown to a person",
} as const;

/** Texts that are only read. */
const WORDS: ReadonlySet<string> = new Set(["message", "title", "description"]);

function withoutWords(requests: Requests): string {
  return JSON.stringify(requests, (key, value: unknown) =>
    WORDS.has(key) && typeof value === "string" ? undefined : value,
  );
}

function pathOf({ upstream, tool }: FoundTool): string {
  return `${upstream.name}.${tool.name}`;
}

const ONE_BY_ONE =
  "sent several requests to the client at once, but a client of a 2025 protocol version can answer only single requests";
const WHILE_OPEN =
  "sent a request to the client while its call was open, but a client of 2026-07-28 answers only after the call";
const NOT_IN_TIME =
  "asked for a person's input, which was not given in time: an upstream of a 2025 protocol version waits only while its call is open (policy.approvals.wait_ms)";
