/**
 * Random programs with types, of which those whose types are blanked in place have to be the programs that esbuild makes of them. A type
 * that is blanked and none that esbuild sees, or the other way, changes what a script does.
 */
import { transform, type TransformOptions } from "esbuild";
import { eraseTypes } from "../../worker-loader/erase-types/erase-types.ts";
import type { FuzzRun } from "./support/fuzz-run.ts";
import { typedProgram } from "./support/typed-programs.ts";

export const name = "typed-programs";
export const description = "random programs with types: what is left of them against esbuild";

const MIN_PROGRAMS = 300;

/** @returns how many programs had types that were blanked in place */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  let compared = 0;
  for (let tried = 0; tried < MIN_PROGRAMS || Date.now() < until; tried += 1) {
    const code = typedProgram(seed * 1_000_003 + tried);
    const left = eraseTypes(code)?.code;
    if (left === undefined) continue;
    const meant = await print(code, "ts");
    const got = await print(left, "js");
    // A text that esbuild refuses is the user's mistake in some type, or a name that is declared twice.
    if (meant === undefined || hasImpossibleTag(meant) || comparesUpdate(left) || isRenamed(code, meant)) continue;
    compared += 1;
    if (got !== meant)
      report(
        `${JSON.stringify(code)}\n\nblanked ${JSON.stringify(left)}\nmeant ${meant}\ngot   ${got ?? "no program"}`,
      );
  }
  return compared;
}

/** esbuild reads ``a++ <T> `b` `` and, over two lines, ``a as T <U> `b` `` as templates with a tag; they are comparisons. */
function hasImpossibleTag(printed: string): boolean {
  return printed.includes(")`");
}

/** esbuild takes the `<T>` of `a++ <T> b` for type arguments; JavaScript and TypeScript have two comparisons there. */
function comparesUpdate(program: string): boolean {
  const plain = program.replaceAll(/\/\*[^*]*\*\/|\/\/[^\n]*/g, " ");
  return /(?:\+\+|--)\s*</.test(plain);
}

/** esbuild gives a variable with the name of an import another one (`as2`), and an import that is not used otherwise is dropped by it and kept here. */
function isRenamed(code: string, printed: string): boolean {
  return (printed.match(/\b[a-z]+2\b/g) ?? []).some((renamed) => !code.includes(renamed));
}

const OPTIONS = {
  target: "esnext",
  format: "esm",
  legalComments: "none",
  logLevel: "silent",
  minifyWhitespace: true,
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: true } },
} as const satisfies TransformOptions;

/** @returns undefined for a text that esbuild does not accept */
async function print(code: string, loader: "js" | "ts"): Promise<string | undefined> {
  try {
    // A text without imports is no module for esbuild, which then moves functions out of blocks.
    const { code: printed } = await transform(`export {};${code}`, { ...OPTIONS, loader });
    // Blanked statements leave empty ones, blanked names empty braces.
    return printed
      .replaceAll(/(?<=[;{}:]|^);+/g, "")
      .replace(",{}from", " from")
      .trim();
  } catch {
    return undefined;
  }
}
