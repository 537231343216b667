/** `scripts push FOLDER`: saves the scripts of a folder under the names of their files, so that a team keeps them in its repository. */
import { readdir, readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { ScriptDetails, ScriptSummary } from "../../contract/scripts.ts";
import { segment } from "../ask-and-print.ts";
import { printJson, type Cli } from "../cli.ts";
import { unreadable } from "../read-text.ts";
import { wrongArguments, type Command } from "../command.ts";
import type { Failure } from "../failure.ts";
import { ask } from "../gateway-client.ts";
import { table } from "../table.ts";

interface Source {
  readonly name: string;
  readonly code: string;
  readonly language: "javascript" | "typescript";
}

interface Pushed {
  readonly name: string;
  readonly version: number;
  readonly state: "created" | "changed" | "unchanged";
}

export const scriptsPush: Command = {
  name: "scripts push",
  summary: "Save every script of a folder: report.ts is the script report",
  details: [
    "Only a script whose text differs from its newest version gets a new version; its description, input schema and exposure stay.",
    "Saved scripts without a file in the folder stay. The command stops at the first script that cannot be saved.",
  ],
  positionals: [{ name: "FOLDER" }],
  examples: [{ line: "isogate scripts push scripts", why: "as the last step of a deployment, with a separate key" }],
  async run(cli, { positionals: [folder = ""] }) {
    const sources = await readSources(folder);
    if ("message" in sources) return sources;
    const pushed: Pushed[] = [];
    for (const source of sources) {
      const one = await push(cli, source);
      if ("message" in one) return { ...one, message: `${source.name}: ${one.message}` };
      pushed.push(one);
    }
    if (cli.wantsJson) printJson(cli, { scripts: pushed });
    else {
      const rows = pushed.map(({ name, version, state }) => [name, String(version), state]);
      cli.out(table(["SCRIPT", "VERSION", "STATE"], rows, cli));
    }
    return 0;
  },
};

async function push(cli: Cli, { name, code, language }: Source): Promise<Pushed | Failure> {
  const path = `scripts/${segment(name)}`;
  const found = await ask<Partial<ScriptDetails>>(cli.gateway, path, { accepts: [404] });
  if (!found.ok) return found.failure;
  const { version, code: before } = found.value;
  const isKnown = version !== undefined;
  if (isKnown && before === code) return { name, version, state: "unchanged" };
  const saved = isKnown
    ? await ask<ScriptSummary>(cli.gateway, path, { method: "PATCH", body: { code, language } })
    : await ask<ScriptSummary>(cli.gateway, "scripts", { method: "POST", body: { name, code, language } });
  if (!saved.ok) return saved.failure;
  return { name, version: saved.value.version, state: isKnown ? "changed" : "created" };
}

/** @returns the scripts of the folder itself, by name */
async function readSources(folder: string): Promise<readonly Source[] | Failure> {
  const sources = new Map<string, Source>();
  try {
    for (const file of (await readdir(folder)).toSorted()) {
      const extension = extname(file);
      if (!/^\.[mc]?[jt]s$/.test(extension) || file.endsWith(".d.ts")) continue;
      const name = basename(file, extension);
      if (sources.has(name)) return wrongArguments(`${folder} has two scripts with the name ${name}; rename one.`);
      const language = extension.endsWith("ts") ? "typescript" : "javascript";
      sources.set(name, { name, language, code: await readFile(join(folder, file), "utf8") });
    }
  } catch (error) {
    return wrongArguments(unreadable(folder, error));
  }
  return sources.size > 0 ? [...sources.values()] : wrongArguments(`${folder} has no files that end in .js or .ts.`);
}
