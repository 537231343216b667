/** Command lines of MCPProxy's command, in the words of this one. */

const SAME: readonly (readonly [theirs: readonly string[], ours: readonly string[]])[] = [
  [["code", "scripts"], ["scripts"]],
  [["tools", "list"], ["tools"]],
  [["upstream"], ["upstreams"]],
];

/** Its amount of logging: this command has no log. */
const LOG_LEVELS: ReadonlySet<string> = new Set(["trace", "debug", "info", "warn", "error"]);

export function fromMcpProxy(argv: readonly string[]): readonly string[] {
  const words = withoutOutputFormat(withoutLogLevel(argv));
  if (words[0] === "call" && words[1] === "tool") return ["call", ...toolCall(words.slice(2))];
  const [theirs = [], ours = []] = SAME.find(([one]) => one.every((word, at) => words[at] === word)) ?? [];
  return [...ours, ...words.slice(theirs.length)];
}

function withoutLogLevel(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => word === "--log-level" || word.startsWith("--log-level="));
  if (at < 0) return argv;
  const [, inside] = argv[at]?.split("=") ?? [];
  const level = inside ?? argv[at + 1] ?? "";
  return LOG_LEVELS.has(level) ? argv.toSpliced(at, inside === undefined ? 2 : 1) : argv;
}

/** `-o json` is `--json`; other formats stay, and are refused. */
function withoutOutputFormat(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word, index) => /^(?:-o|--output)$/.test(word) && argv[index + 1] === "json");
  if (at >= 0) return argv.toSpliced(at, 2, "--json");
  return argv.map((word) => (/^(?:-o|--output)=json$/.test(word) ? "--json" : word));
}

/** `--tool-name github:get_user --json_args '{}'` is `github:get_user '{}'`. */
function toolCall(words: readonly string[]): readonly string[] {
  const rest = [...words];
  const take = (...names: readonly string[]): string[] => {
    const at = rest.findIndex((word) => names.some((name) => word === name || word.startsWith(`${name}=`)));
    if (at < 0) return [];
    const [, inside] = /^[^=]*=([^]*)$/.exec(rest[at] ?? "") ?? [];
    const taken = rest.splice(at, inside === undefined ? 2 : 1);
    return inside === undefined ? taken.slice(1) : [inside];
  };
  const tool = take("--tool-name", "-t");
  const args = take("--json_args", "--json-args", "-j");
  return [...tool, ...args, ...rest];
}
