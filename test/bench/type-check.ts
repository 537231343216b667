/** One `tsc --strict` run over some files in a temporary directory; answers which lines of which file have errors. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const TSC = fileURLToPath(new URL("../../node_modules/.bin/tsc", import.meta.url));
const CONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "ES2022",
    lib: ["ES2022"],
    types: [],
    module: "ESNext",
    moduleDetection: "force",
    // The declarations of the language itself take most of the time, and are the compiler's own.
    skipDefaultLibCheck: true,
  },
  include: ["**/*"],
};

export interface TypeError {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export function typeCheck(files: ReadonlyMap<string, string>): readonly TypeError[] {
  const directory = mkdtempSync(join(tmpdir(), "isogate-types-"));
  try {
    writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(CONFIG));
    for (const [name, text] of files) writeFileSync(join(directory, name), text);
    const run = spawnSync(TSC, ["-p", ".", "--pretty", "false", "--singleThreaded"], {
      cwd: directory,
      encoding: "utf8",
      maxBuffer: 1 << 30,
    });
    if (run.error) throw run.error;
    const errors: TypeError[] = [];
    for (const line of run.stdout.split("\n")) {
      const found = /^([^(\s]+)\((\d+),\d+\): error (.*)$/.exec(line);
      if (found) errors.push({ file: found[1] ?? "", line: Number(found[2]), message: found[3] ?? "" });
      else if (/error TS/.test(line)) throw new Error(`tsc could not run: ${line}`);
    }
    if (run.status !== 0 && errors.length === 0) throw new Error(`tsc failed: ${run.stdout}${run.stderr}`);
    return errors;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
