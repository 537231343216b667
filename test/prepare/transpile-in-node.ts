/** esbuild in this process, with what guest/transpiler.js tells it. */
import { transform } from "esbuild";
import { stripTypes } from "../../worker-loader/transpile/strip-types.ts";

export const transpile = stripTypes(async (code) => {
  try {
    const { code: stripped, map } = await transform(code, {
      loader: "ts",
      target: "esnext",
      sourcemap: "external",
      sourcefile: "script.ts",
      sourcesContent: false,
      legalComments: "none",
      logLevel: "silent",
      supported: { decorators: false },
      tsconfigRaw: { compilerOptions: { alwaysStrict: true, useDefineForClassFields: true } },
    });
    return { ok: true, code: stripped, map };
  } catch (error) {
    const { errors } = error as { errors: { text: string; location: { line: number; column: number } | null }[] };
    const told = errors.map(({ text, location }) => ({
      text,
      ...(location && { line: location.line, column: location.column }),
    }));
    return { ok: false, isDead: false, errors: told };
  }
});
