/** Applies the policy's rules about personal data and secrets to one call, with the tokens of the principal. */
import type { CallReply } from "../../../worker-loader/index.ts";
import type { CallData, InspectedReply, OpenedArguments, RefusedArguments } from "../../enforcement/call-data.ts";
import { MAX_REVEALED_TOKENS } from "../../limits/data-limits.ts";
import type { ToolData, WantedKind } from "../../policy/data/data-rules.ts";
import { inspectBytes, type InspectedBytes } from "../../policy/data/inspect-bytes.ts";
import { inspectJson, inspectText, type InspectedJson } from "../../policy/data/inspect-json.ts";
import { deniedText, marksOf, unopenedText } from "../../policy/data/data-texts.ts";
import { searchedSize, searchedTexts } from "../../upstream/body-text.ts";
import type { BodyBytes } from "../../upstream/connector.ts";
import type { DataVault } from "./data-vault.ts";

interface InspectedCallOptions {
  /** `server.tool` with the names that rules are written with. */
  readonly path: string;
  readonly data: ToolData;
  readonly vault: DataVault;
  /** Hash of the policy. */
  readonly policy: string;
}

const WITHHELD_MESSAGE = "The message of this error is withheld by the policy.";

export function inspectedCall(options: InspectedCallOptions): CallData {
  const { data, path, policy, vault } = options;
  const usesTokens = data.revealed.size > 0 || data.results.some(tokenizes);
  const refuse = (rule: string, message: string, recorded: string): RefusedArguments => ({
    ok: false,
    error: { code: "POLICY_DENIED", message, rule },
    ruling: { decision: "deny", rule, policy, path, logged: [] },
    recorded,
  });
  return {
    async open(args, bytes) {
      try {
        if (usesTokens) {
          if (vault.unavailable !== undefined) {
            const rule = data.results.find(tokenizes)?.enforced?.rule ?? "/data";
            const message = `${path} was not called: the policy tokenizes data, and ${vault.unavailable}.`;
            return refuse(rule, message, UNSEEN);
          }
          await vault.ready();
        }
        return opened({ args, bytes }, options, refuse);
      } catch (error) {
        console.error(`inspecting the arguments of ${path}:`, error);
        const message = `${path} was not called, because its arguments could not be inspected. Try again later.`;
        return refuse("", message, UNSEEN);
      }
    },
  };
}

/** Recorded in place of arguments that were not inspected. */
const UNSEEN = "{}";

function opened(
  { args, bytes }: { readonly args: string; readonly bytes: BodyBytes | undefined },
  options: InspectedCallOptions,
  refuse: (rule: string, message: string, recorded: string) => RefusedArguments,
): OpenedArguments {
  const { path, data, vault } = options;
  const inspected = inspectJson(args, data.arguments, noToken);
  if (!inspected.ok) {
    return refuse(inspected.rule.rule, deniedText(inspected, path, "arguments"), masked(args, data.arguments));
  }
  const inBytes = inspectedBytes(bytes, data.arguments);
  if (!inBytes.ok) return refuse(inBytes.rule.rule, deniedText(inBytes, path, "arguments"), UNSEEN);
  const unopened = data.revealed.size === 0 ? undefined : vault.unopenedIn(inspected.json);
  if (unopened !== undefined) return refuse("", unopenedText(unopened, path), inspected.json);
  const { json: sent, revealed } =
    data.revealed.size === 0
      ? { json: inspected.json, revealed: NOTHING }
      : vault.reveal(inspected.json, (kind) => data.revealed.has(kind));
  if (revealed.size > MAX_REVEALED_TOKENS) {
    const message = `${path} was not called: its arguments have ${revealed.size} different tokens, but at most ${MAX_REVEALED_TOKENS} can be replaced by their values in one call.`;
    return refuse("", message, inspected.json);
  }
  const tokenOf = (kind: string, value: string): string => vault.tokenOf(kind, value);
  return {
    ok: true,
    sent,
    recorded: inspected.json,
    marks: marksOf([...inspected.findings, ...inBytes.findings], "arguments"),
    changesResults: revealed.size > 0 || data.results.some(({ enforced }) => enforced !== undefined),
    async message(text) {
      const inspectedText = inspectText(text, data.results, tokenOf, revealed);
      await vault.store();
      return inspectedText.ok ? inspectedText.text : WITHHELD_MESSAGE;
    },
    async reply(reply, answered) {
      try {
        const result = inspectedReply({ reply, bytes: answered }, options, revealed);
        await vault.store();
        return result;
      } catch (error) {
        console.error(`inspecting the result of ${path}:`, error);
        const message = `${path} was called, but its result is withheld, because the result could not be inspected.`;
        return { reply: withheld(message, ""), marks: [], deniedBy: "" };
      }
    },
  };
}

const NOTHING: ReadonlyMap<string, string> = new Map();

function inspectedReply(
  { reply, bytes }: { readonly reply: CallReply; readonly bytes: BodyBytes | undefined },
  { path, data, vault }: InspectedCallOptions,
  revealed: ReadonlyMap<string, string>,
): InspectedReply {
  const tokenOf = (kind: string, value: string): string => vault.tokenOf(kind, value);
  const text = reply.ok ? reply.value : JSON.stringify(reply.error);
  const inspected = inspectJson(text, data.results, tokenOf, revealed);
  const refuse = (refused: Parameters<typeof deniedText>[0], marks: InspectedReply["marks"]): InspectedReply => {
    const { rule } = refused.rule;
    return { reply: withheld(deniedText(refused, path, "result"), rule), marks, deniedBy: rule };
  };
  // The bytes of a result that is refused would take several times its memory.
  if (!inspected.ok) return refuse(inspected, marksOf(inspected.findings, "result"));
  const inBytes = inspectedBytes(bytes, data.results, revealed);
  // The bytes of a text with NULs have its values, too.
  const only = inBytes.findings.filter(
    ({ rule, kind }) => !inspected.findings.some((one) => one.rule === rule && one.kind === kind),
  );
  const marks = marksOf([...inspected.findings, ...only], "result");
  if (!inBytes.ok) return refuse(inBytes, marks);
  if (!reply.ok) {
    const error = JSON.parse(inspected.json) as typeof reply.error;
    // These are the gateway's own.
    const { code, server, tool } = reply.error;
    return { reply: { ok: false, error: { ...error, code, ...(server && { server }), ...(tool && { tool }) } }, marks };
  }
  const note = reply.note === undefined ? undefined : inspectText(reply.note, data.results, tokenOf, revealed);
  return { reply: { ok: true, value: inspected.json, ...(note?.ok && { note: note.text }) }, marks };
}

function inspectedBytes(
  body: BodyBytes | undefined,
  wanted: readonly WantedKind[],
  revealed?: ReadonlyMap<string, string>,
): InspectedBytes {
  if (body === undefined) return { ok: true, findings: [] };
  return inspectBytes(searchedSize(body), searchedTexts(body), wanted, revealed);
}

function withheld(message: string, rule: string): CallReply {
  return { ok: false, error: { code: "POLICY_DENIED", message, rule } };
}

function tokenizes({ enforced }: WantedKind): boolean {
  return enforced?.action === "tokenize";
}

function noToken(): string {
  throw new Error("Arguments are not tokenized.");
}

/** The arguments as they are recorded when a rule refuses them: what was found is left out. */
function masked(args: string, wanted: readonly WantedKind[]): string {
  const redacting = wanted.map((one): WantedKind => ({
    ...one,
    enforced: { ...RECORDING, ...one.enforced, action: "redact" },
  }));
  const inspected: InspectedJson = inspectJson(args, redacting, noToken);
  return inspected.ok ? inspected.json : UNSEEN;
}

const RECORDING = { rule: "", mode: "enforce", message: undefined } as const;
