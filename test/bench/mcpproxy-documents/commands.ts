/** Runs command lines of the pages as they stand there, in a shell where `mcpproxy` is the `isogate` command. */
import { spawn } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { COMMAND } from "../../support/isogate.ts";
import { commandsOf, type Block } from "./blocks.ts";

interface CommandCheck {
  readonly at: string;
  /** Of several command lines, by number; the first unless told. */
  readonly part?: number;
  /** Parts of the same block that come before it and are not judged, such as one that writes a file. */
  readonly after?: readonly number[];
  readonly status?: number;
  /** What standard output or, for a failure, standard error has. */
  readonly want: RegExp;
}

const OCTOCAT = /"login":"octocat"/;

const COMMANDS: readonly CommandCheck[] = [
  { at: "overview:237", part: 0, want: /^\{"result":42\}$/m },
  { at: "overview:237", part: 1, want: /^\{"result":42\}$/m },
  { at: "overview:237", part: 2, want: OCTOCAT },
  { at: "overview:317", part: 0, want: /fetch-prs/ },
  { at: "overview:317", part: 1, want: /"titles":\["PR 1","PR 2","PR 3"\]/ },
  { at: "overview:370", part: 1, want: /"name": "fetch-prs"/ },
  { at: "overview:375", want: /"name":"fetch-prs"/ },
  { at: "overview:615", want: /"ok":true,"result":\{"result":42\}/ },
  { at: "overview:627", want: /^\{"result":42\}$/m },
  { at: "api:608", want: /"titles":\["PR 1"/ },
  { at: "api:654", want: /"name":"fetch-prs"/ },
  { at: "api:782", part: 0, want: /^\{"result":42\}$/m },
  { at: "api:782", part: 2, want: /"titles":\["PR 1"/ },
  { at: "api:782", part: 3, want: OCTOCAT },
  { at: "api:831", part: 0, want: /^\{"sum":15\}$/m },
  { at: "api:831", part: 1, want: OCTOCAT },
  { at: "api:831", part: 2, status: 1, want: /Test error/ },
  { at: "api:831", part: 3, status: 1, want: /TIMEOUT/ },
  { at: "api:831", part: 5, after: [4], want: /\{"names":\["The Octocat","Linus Torvalds"\]\}/ },
  { at: "api:863", part: 1, want: /"name": "fetch-prs"/ },
  { at: "examples:48", want: /^\{"result":42,"original":21\}$/m },
  { at: "examples:83", want: OCTOCAT },
  { at: "examples:142", part: 1, after: [0], want: /"total_repos":8/ },
  { at: "examples:358", part: 1, after: [0], want: /"failed":\[\]/ },
  { at: "examples:708", part: 0, want: /^\{"result":15\}$/m },
  { at: "examples:708", part: 2, after: [1], want: /^\{"result":42\}$/m },
  { at: "examples:708", part: 4, status: 1, want: /MAX_TOOL_CALLS_EXCEEDED/ },
  { at: "troubleshooting:1032", part: 1, after: [0], want: OCTOCAT },
  { at: "features:50", want: /^\{"result":42\}$/m },
  { at: "features:56", want: /^\{"result":42\}$/m },
  { at: "features:62", want: OCTOCAT },
  { at: "features:68", part: 1, want: /"titles":\["PR 1"/ },
  { at: "features:341", want: /^\{"greeting":"Hello Alice"\}$/m },
];

/** The gateway has no folder of scripts: the text that the pages put there is saved under its name. */
const STORED = { at: "overview:298", name: "fetch-prs" };

export async function runCommands(
  blocks: ReadonlyMap<string, Block>,
  { directory, origin, key }: { readonly directory: string; readonly origin: string; readonly key: string },
): Promise<{ readonly total: number; readonly different: readonly string[] }> {
  const home = join(directory, "home");
  const bin = join(home, "bin");
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, "mcpproxy"), `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`);
  await chmod(join(bin, "mcpproxy"), 0o755);
  const environment = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: home,
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    ISOGATE_URL: origin,
    ISOGATE_API_KEY: key,
    MCPPROXY_API_KEY: key,
    KEY: key,
  };
  const shell = (line: string) => {
    const placed = line.replaceAll("http://127.0.0.1:8080", origin).replaceAll("your-key", key);
    return bash(placed.replaceAll("/tmp/", `${home}/`), { cwd: home, env: environment });
  };
  const line = ({ at, part }: { readonly at: string; readonly part: number }): string => {
    const block = blocks.get(at);
    const command = block && commandsOf(block)[part];
    if (command === undefined) throw new Error(`There is no command line ${at} ${part} on these pages.`);
    return command;
  };
  for (const part of [0, 1]) await shell(line({ at: STORED.at, part }));
  await shell(`mcpproxy scripts save ${STORED.name} --file ~/.mcpproxy/scripts/${STORED.name}.js`);
  const different: string[] = [];
  for (const { at, part = 0, after = [], status = 0, want } of COMMANDS) {
    for (const one of after) await shell(line({ at, part: one }));
    const ended = await shell(line({ at, part }));
    if (ended.status === status && want.test(ended.printed)) continue;
    different.push(`${at} ${part}: status ${ended.status}, ${ended.printed.slice(0, 300)}`);
  }
  return { total: COMMANDS.length, different };
}

function bash(
  line: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ readonly status: number | null; readonly printed: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | null; printed: string }>();
  const child = spawn("bash", ["-c", line], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
  child.on("error", reject);
  child.on("close", (status) => resolve({ status, printed }));
  return promise;
}
