/**
 * Random policy documents, well-formed and spoilt: the validator never throws and gives every problem a place and a fix; every document it
 * accepts compiles and decides calls with hostile arguments; a document of denials never allows.
 */
import { compilePolicy } from "../../src/policy/compile.ts";
import { decide } from "../../src/policy/decide.ts";
import { CallHistory } from "../../src/policy/conditions/history.ts";
import { reserve } from "../../src/policy/limits.ts";
import { validatePolicy } from "../../src/policy/document/validate.ts";
import type { FuzzRun } from "./support/fuzz-run.ts";
import { hostileValue } from "./support/hostile.ts";
import { policyDocument } from "./support/policy-document.ts";
import { Random } from "../support/random.ts";

export const name = "policy-documents";
export const description = "random policy documents and calls: the validator never throws, what it accepts decides";

const MIN_DOCUMENTS = 600;
const CALLS_PER_DOCUMENT = 5;
const NOW = Date.UTC(2026, 0, 1);

/** @returns how many documents were tried */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  let documents = 0;
  for (; documents < MIN_DOCUMENTS || Date.now() < until; documents += 1) {
    const at = seed * 1_000_003 + documents;
    try {
      const problem = tryDocument(new Random(at));
      if (problem !== undefined) report(`document ${at}: ${problem}`);
    } catch (error) {
      report(`document ${at} threw ${error instanceof Error ? error.stack : String(error)}`);
    }
    if (documents % 1_000 === 999) await new Promise(setImmediate);
  }
  return documents;
}

function tryDocument(random: Random): string | undefined {
  const isSpoilt = random.chance(0.5);
  const document = policyDocument(random, isSpoilt);
  const validation = validatePolicy(random.chance(0.5) ? JSON.stringify(document) : document);
  const text = JSON.stringify(document)?.slice(0, 2_000);
  if (!validation.ok) {
    if (!isSpoilt) return `is refused: ${JSON.stringify(validation.problems)}\n${text}`;
    const bare = validation.problems.find(
      ({ path, message, fix }) => message === "" || fix === "" || (path !== "" && !path.startsWith("/")),
    );
    return bare === undefined ? undefined : `has a problem without a place or a fix: ${JSON.stringify(bare)}\n${text}`;
  }
  const policy = compilePolicy(validation.document);
  const history = hostileHistory(random);
  for (let call = 0; call < CALLS_PER_DOCUMENT; call += 1) {
    const path = random.pick(["pay.refund", "mail.send", "a.b", "execute_code", "", "__proto__", "x"]);
    const args = hostileValue(random);
    const decision = decide(policy, {
      call: {
        path,
        args,
        tool: {
          server: "pay",
          name: "refund",
          tier: random.pick(["read", "write", "financial"]),
          annotations: hostileValue(random),
        },
        principal: { id: "p", role: hostileValue(random) },
        run: { id: "r" },
        runId: "r",
      },
      history,
      owners: { grant: "g", principal: "p", run: "r" },
      now: NOW,
    });
    const rule = validation.document.tools?.[path];
    const isDenied =
      rule?.action === "deny" &&
      (rule.mode ?? "enforce") === "enforce" &&
      (validation.document.mode ?? "enforce") === "enforce";
    if (isDenied && decision.verdict !== "deny") return `allows ${path}, which it denies\n${text}`;
    if (decision.verdict !== "allow" && (decision.message === "" || decision.message === undefined))
      return `decides without a message\n${text}`;
    if (decision.verdict === "deny" && decision.rule === "" && !decision.message.includes("steps")) {
      return `cannot be evaluated for ${path} with ${JSON.stringify(args)?.slice(0, 500)}\n${text}`;
    }
    if (decision.verdict === "allow") reserve(decision.limits, () => 0, NOW);
  }
  return undefined;
}

function hostileHistory(random: Random): CallHistory {
  const history = new CallHistory({ isOfDeployment: random.chance(0.5) });
  for (let row = random.below(20); row > 0; row -= 1) {
    history.append({
      startedAt: NOW - random.below(7_200_000),
      tool: random.pick(["pay.refund", "mail.send", "a.b", "execute_code"]),
      state: random.pick(["pending", "ok", "failed", "unknown", "denied"]),
      args: hostileValue(random),
      output: hostileValue(random),
      run: random.pick(["r", "other"]),
    });
  }
  return history;
}
