/** The regular expressions of the code that runs in the gateway, in guests and in the dashboard. */
import { readFile } from "node:fs/promises";
import { glob } from "node:fs/promises";
import { parse, type CallExpression, type Expression, type Node } from "acorn";
import { transform } from "esbuild";
import { childrenOf } from "../../../worker-loader/syntax/syntax-tree.ts";

export interface Found {
  readonly file: string;
  /** Absent for one that is put together while the code runs. */
  readonly pattern?: { readonly source: string; readonly flags: string };
  /** How it is written. */
  readonly text: string;
}

const FOLDERS = ["src", "worker-loader", "dialects", "sdk-gen"];

export async function collectExpressions(): Promise<readonly Found[]> {
  const found: Found[] = [];
  for await (const file of glob(FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx,js}`))) {
    const { code } = await transform(await readFile(file, "utf8"), {
      loader: file.endsWith("x") ? "tsx" : "ts",
      target: "esnext",
      jsx: "automatic",
    });
    const visit = (node: Node): void => {
      const one = read(node, code);
      if (one) found.push({ file, ...one });
      for (const child of childrenOf(node)) visit(child);
    };
    visit(parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  }
  return found;
}

function read(given: Node, code: string): Omit<Found, "file"> | undefined {
  const node = given as Expression;
  const text = code.slice(node.start, node.end);
  if (node.type === "Literal" && node.regex) {
    return { text, pattern: { source: node.regex.pattern, flags: node.regex.flags } };
  }
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return undefined;
  if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return undefined;
  const [source, flags = ""] = node.arguments.map(constantOf);
  return source === undefined || flags === undefined ? { text } : { text, pattern: { source, flags } };
}

function constantOf(argument: CallExpression["arguments"][number]): string | undefined {
  return argument.type === "Literal" && typeof argument.value === "string" ? argument.value : undefined;
}
