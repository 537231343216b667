/**
 * What MCPProxy's pages of code execution show to be run, by page and line of the block. A block is a script, a request with its code
 * inside, several scripts under comments such as "// Bad" and "// Good", or command lines.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const PAGES: Readonly<Record<string, string>> = {
  overview: "docs/code_execution/overview.md",
  api: "docs/code_execution/api-reference.md",
  examples: "docs/code_execution/examples.md",
  cookbook: "docs/code_execution/cookbook.md",
  troubleshooting: "docs/code_execution/troubleshooting.md",
  features: "docs/features/code-execution.md",
};

export interface Block {
  readonly language: string;
  readonly text: string;
}

/** @returns blocks by `page:line` */
export async function readBlocks(folder: string): Promise<ReadonlyMap<string, Block>> {
  const blocks = new Map<string, Block>();
  for (const [page, path] of Object.entries(PAGES)) {
    const lines = (await readFile(join(folder, path), "utf8")).split("\n");
    let open: { readonly at: number; readonly language: string } | undefined;
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith("```")) continue;
      if (open === undefined) open = { at: index, language: line.slice(3).trim() };
      else {
        const text = lines.slice(open.at + 1, index).join("\n");
        blocks.set(`${page}:${open.at + 1}`, { language: open.language, text });
        open = undefined;
      }
    }
  }
  return blocks;
}

const CODE = /["']?code["']?: (?:`([^`]*)`|("(?:[^"\\\n]|\\.)*"))/g;
const PART = /^\s*\/\/ (?:Bad|Good|Better|Step \d|For loops)\b.*$/m;

/** @returns the scripts of a block */
export function scriptsOf({ text }: Block): readonly string[] {
  const inside = [...text.matchAll(CODE)].map(([, raw, quoted]) => raw ?? (JSON.parse(quoted ?? '""') as string));
  if (inside.length > 0) return inside;
  const parts = text.split(PART).filter((part) => part.trim() !== "");
  return PART.test(text) ? parts : [text];
}

/** @returns the command lines of a block; one that goes on in the next line, also to the end of a here-document, is one */
export function commandsOf({ text }: Block): readonly string[] {
  const commands: string[] = [];
  let end: RegExp | undefined;
  let isOpen = false;
  for (const line of text.split("\n")) {
    if (end === undefined && !isOpen && /^\s*(?:#.*)?$/.test(line)) continue;
    if (end !== undefined || isOpen) commands.push(`${commands.pop() ?? ""}\n${line}`);
    else commands.push(line);
    if (end?.test(line) === true) end = undefined;
    else {
      const [, word] = /<<\s*'?(\w+)'?/.exec(line) ?? [];
      if (word !== undefined) end = new RegExp(`^${word}$`);
    }
    isOpen = end === undefined && (line.endsWith("\\") || hasOpenQuote(commands.at(-1) ?? ""));
  }
  return commands;
}

function hasOpenQuote(command: string): boolean {
  const outside = command.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "");
  return !command.includes("<<") && /["']/.test(outside);
}
