/** The token estimate against the real tokenizer, on SDK text of real catalogs and on plain text. */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { buildServerSdk, printTools } from "../../sdk-gen/index.ts";
import { estimateTokens } from "../../src/catalog/tokens.ts";
import { loadCatalogs } from "../fixtures/catalogs/load.ts";

const MAX_DEVIATION = 0.1;

describe("estimateTokens", () => {
  it.each(["signatures", "full"] as const)("is within 10 % over real catalogs: %s", (detail) => {
    const off = loadCatalogs().flatMap(({ name, tools }) => {
      const sdk = buildServerSdk({ name, identifier: name.replaceAll(/\W/g, "_"), tools });
      const text = printTools(
        sdk,
        sdk.tools.map(({ identifier }) => identifier),
        detail,
      );
      const real = encode(text).length;
      const ratio = estimateTokens(text) / real;
      return Math.abs(ratio - 1) > MAX_DEVIATION && real > 300 ? [`${name} ${ratio.toFixed(2)}`] : [];
    });
    expect(off).toStrictEqual([]);
  });

  it.each(["", "a", "hello world", "日本語のテキスト", "🙂🙂🙂", "a".repeat(10_000), "\n\n\n", "../../x/y.ts:12:3"])(
    "%j",
    (text) => {
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(text === "" ? 0 : 1);
    },
  );
});
