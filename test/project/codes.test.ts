/** Codes of failures stand in src/contract/error-codes.ts, and no code is used that does not stand there. */
import { glob, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { CALL_STATUS, REST_STATUS } from "../../src/contract/error-codes.ts";
import type { RunCode } from "../../src/contract/error-codes.ts";
import type { UpstreamErrorCode } from "../../src/upstream/connector.ts";
import type { LoaderCode } from "../../worker-loader/outcome.ts";

/** The loader and the connectors know their own codes only; the contract has to know all of them. */
const OWNED: { readonly [Code in LoaderCode | UpstreamErrorCode]: RunCode } = {
  SYNTAX_ERROR: "SYNTAX_ERROR",
  TRANSPILE_ERROR: "TRANSPILE_ERROR",
  RUNTIME_ERROR: "RUNTIME_ERROR",
  TIMEOUT: "TIMEOUT",
  CPU_LIMIT: "CPU_LIMIT",
  MEMORY_LIMIT: "MEMORY_LIMIT",
  CAPACITY: "CAPACITY",
  MAX_TOOL_CALLS_EXCEEDED: "MAX_TOOL_CALLS_EXCEEDED",
  SERIALIZATION_ERROR: "SERIALIZATION_ERROR",
  OUTPUT_TOO_LARGE: "OUTPUT_TOO_LARGE",
  PACKAGE_NOT_ALLOWED: "PACKAGE_NOT_ALLOWED",
  CANCELLED: "CANCELLED",
  REPLAY_DIVERGED: "REPLAY_DIVERGED",
  INTERNAL_ERROR: "INTERNAL_ERROR",
  UPSTREAM_ERROR: "UPSTREAM_ERROR",
  UPSTREAM_TIMEOUT: "UPSTREAM_TIMEOUT",
  UPSTREAM_UNAVAILABLE: "UPSTREAM_UNAVAILABLE",
  UPSTREAM_AUTH_REQUIRED: "UPSTREAM_AUTH_REQUIRED",
  INPUT_REQUIRED: "INPUT_REQUIRED",
};

/** A literal where a code is given or compared. */
const USE = /\b(?:code|reason|failureCode)\s?(?::|===|!==|=)\s?"([A-Z][A-Z_]{4,})"|\bcase "([A-Z]{4,}_[A-Z_]+)"/g;
/** Codes of other programs that are compared with: Node's, and those of the dialects' own systems. */
const FOREIGN = /^E[A-Z]+$|^(?:ADDRESS_REFUSED|REDIRECT_REFUSED|TIMED_OUT|UNREACHABLE|ABORTED|EAI_AGAIN)$/;

async function usedCodes(): Promise<ReadonlyMap<string, string>> {
  const used = new Map<string, string>();
  for await (const file of glob("{src,worker-loader}/**/*.{ts,tsx,js}")) {
    if (file.startsWith("src/contract/")) continue;
    for (const [, given, compared] of (await readFile(file, "utf8")).matchAll(USE))
      used.set(given ?? compared ?? "", file);
  }
  return used;
}

it("uses only codes of the contract", async () => {
  const known = new Set([...Object.keys(CALL_STATUS), ...Object.keys(REST_STATUS)]);
  const used = await usedCodes();
  expect(used.size).toBeGreaterThan(30);
  const unknown = [...used].filter(([code]) => !known.has(code) && !FOREIGN.test(code));
  expect(Object.fromEntries(unknown)).toStrictEqual({});
});

it("has no code that nothing uses", async () => {
  const text: string[] = [];
  for await (const file of glob("{src,worker-loader,dialects}/**/*.{ts,tsx,js}")) {
    if (!file.startsWith("src/contract/")) text.push(await readFile(file, "utf8"));
  }
  const all = text.join("\n");
  /** For decisions that are not made yet. */
  const planned = ["APPROVAL_REQUIRED", "APPROVAL_DENIED", "QUARANTINED", "POLICY_DENIED"];
  const unused = [...Object.keys(CALL_STATUS), ...Object.keys(REST_STATUS)].filter(
    (code) => !all.includes(`"${code}"`),
  );
  expect(unused.filter((code) => !planned.includes(code))).toStrictEqual([]);
});

it("knows every code of the loader and of upstreams", () => {
  for (const [code, known] of Object.entries(OWNED)) expect(code).toBe(known);
  expect(Object.keys(OWNED).filter((code) => !(code in CALL_STATUS))).toStrictEqual([]);
});
