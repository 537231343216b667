/**
 * Checks the texts that an upstream sends about its tools, which a model reads as if the gateway's owner had written them. The checks are
 * deterministic: the same text has the same findings. `hold` prevents calls of a tool until a person has reviewed it; `note` is shown
 * with the tool. The checks find texts written to deceive, not dangerous tools: a tool without findings may still do harm.
 */
import { checkHidden } from "./hidden-text.ts";
import { checkEncoded, checkInstructions, checkLookAlike } from "./text-checks.ts";
import { textsOf, type CheckedTool } from "./tool-texts.ts";
import { classify, wordsOf } from "../tiers.ts";
import type { Finding } from "./finding.ts";

export interface FindingContext {
  readonly server: string;
  /** Names that only other servers' tools have; a text may give orders about them. */
  readonly foreignTools: ReadonlySet<string>;
  /** @returns true if the text contains a credential; the ledger's redaction knows their shapes */
  readonly hasSecret: (text: string) => boolean;
}

/** The maximum number of findings; a person has no use for more. */
const MAX_FINDINGS = 50;

export function findingsOf(tool: CheckedTool, context: FindingContext): readonly Finding[] {
  const findings: Finding[] = [];
  const readOnly = readOnlyVerb(tool);
  if (readOnly !== undefined) findings.push(readOnly);
  const { texts, isCut } = textsOf(tool);
  if (isCut) {
    findings.push({
      kind: "hidden-text",
      severity: "hold",
      place: "",
      message: "Its definition is too long or too deep to be checked.",
    });
  }
  for (const { place, text } of texts) {
    if (findings.length >= MAX_FINDINGS) break;
    findings.push(...checkHidden(text, place));
    if (place === "name") findings.push(...checkLookAlike(text, place));
    findings.push(...checkInstructions(text, place), ...checkEncoded(text, place));
    const foreign = ordersAbout(text, tool.name, context.foreignTools);
    if (foreign !== undefined) {
      findings.push({
        kind: "shadowing",
        severity: "hold",
        place,
        message: `It gives orders about ${foreign}, a tool of another server.`,
      });
    }
    if (context.hasSecret(text)) {
      findings.push({ kind: "secret", severity: "note", place, message: "It has what looks like a credential in it." });
    }
  }
  return findings.slice(0, MAX_FINDINGS);
}

/** Only the first word is the verb: `list_deleted_files` deletes nothing. */
function readOnlyVerb(tool: CheckedTool): Finding | undefined {
  const annotations = tool.annotations;
  if (annotations?.readOnlyHint !== true) return undefined;
  const { tier } = classify({ name: tool.name, annotations: { readOnlyHint: true } });
  if (tier === "read") return undefined;
  const [verb = ""] = wordsOf(tool.name);
  return {
    kind: "read-only-verb",
    severity: "hold",
    place: "annotations/readOnlyHint",
    message: `It is marked read-only, but its name says "${verb}".`,
  };
}

const WORD = /[A-Za-z0-9_-]{4,100}/g;
/** Matches names that look like identifiers. Names that are English words, such as `search`, occur in every text. */
const IDENTIFIER = /[A-Za-z0-9][_-][A-Za-z0-9]|[a-z][A-Z]/;
const ORDER =
  /\b(?:instead of|rather than|in place of|do not (?:use|call)|don't (?:use|call)|never (?:use|call)|whenever|when(?:ever)? (?:calling|using)|before (?:calling|using|each|any|every)|after (?:calling|using|each|any|every)|overrides?|replaces?|supersedes?|must (?:be|also|first|always|call|use)|always (?:call|use|run|send|add|set))\b/i;
/** The maximum distance between an order and the name of a tool, in characters. */
const REACH = 120;

function ordersAbout(text: string, ownName: string, foreign: ReadonlySet<string>): string | undefined {
  for (const { 0: name, index } of text.matchAll(WORD)) {
    if (name === ownName || !foreign.has(name) || !IDENTIFIER.test(name)) continue;
    if (ORDER.test(text.slice(Math.max(0, index - REACH), index + name.length + REACH))) return name;
  }
  return undefined;
}
