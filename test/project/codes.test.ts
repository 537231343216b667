/** Codes of failures stand in src/contract/error-codes.ts, and no code is used that does not stand there. */
import { glob, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { CALL_STATUS, REST_STATUS, type RunCode } from "../../src/contract/error-codes.ts";
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

/** A literal where a code is given or compared, and every literal of several words in capitals, which is a code wherever it stands. */
const USE = /\b(?:code|reason|failureCode)\s?(?::|===|!==|=)\s?"([A-Z][A-Z_]{4,})"|"([A-Z]{2,}(?:_[A-Z]+)+)"/g;
/** Codes of other programs that are compared with, those of guarded fetches, and names of variables of the environment. */
const FOREIGN =
  /^E[A-Z]+$|^(?:ADDRESS_REFUSED|REDIRECT_REFUSED|UNKNOWN_ENCODING|CUT_OFF|TIMED_OUT|UNREACHABLE|ABORTED|EAI_AGAIN|NO_COLOR|XDG_CONFIG_HOME)$|^ISOGATE_/;

/** The code of the product without comments, by file. */
async function readProduct(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const file of glob("{src,worker-loader,dialects}/**/*.{ts,tsx,js}")) {
    if (file.startsWith("src/contract/")) continue;
    texts.set(file, (await readFile(file, "utf8")).replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, ""));
  }
  return texts;
}

function usedCodes(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const used = new Map<string, string>();
  for (const [file, text] of texts) {
    for (const [, given, literal] of text.matchAll(USE)) used.set(given ?? literal ?? "", file);
  }
  return used;
}

function unknownCodes(texts: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const known = new Set([...Object.keys(CALL_STATUS), ...Object.keys(REST_STATUS)]);
  return Object.fromEntries([...usedCodes(texts)].filter(([code]) => !known.has(code) && !FOREIGN.test(code)));
}

it("uses only codes of the contract", async () => {
  const texts = await readProduct();
  expect(usedCodes(texts).size).toBeGreaterThan(30);
  expect(unknownCodes(texts)).toStrictEqual({});
});

it.each([
  'return { code: "PLANTED", message };',
  'if (error.code === "PLANTED") return;',
  'return failed("PLANTED_CODE", message);',
  'throw new UpstreamError("PLANTED_CODE", message);',
  'case "PLANTED_CODE":',
  'const CODES = ["PLANTED_CODE"];',
])("finds a code that is planted as %s", (code) => {
  expect(Object.values(unknownCodes(new Map([["planted.ts", code]])))).toStrictEqual(["planted.ts"]);
});

it("has no code that nothing uses", async () => {
  const all = [...(await readProduct()).values()].join("\n");
  const codes = [...Object.keys(CALL_STATUS), ...Object.keys(REST_STATUS)];
  expect(codes.filter((code) => !all.includes(`"${code}"`))).toStrictEqual([]);
});

it("knows every code of the loader and of upstreams", () => {
  for (const [code, known] of Object.entries(OWNED)) expect(code).toBe(known);
  expect(Object.keys(OWNED).filter((code) => !(code in CALL_STATUS))).toStrictEqual([]);
});
