import { toolOfScript } from "../catalog/tool-script.ts";

const MAX_CHARS = 120;

/** @returns the title of a script in lists: the tool that a schedule calls, else its first line; shortened */
export function titleOf(code: string): string {
  const line = code.split("\n", 20).find((one) => one.trim() !== "") ?? "";
  const title = toolOfScript(code) ?? line.trim();
  return title.length > MAX_CHARS ? `${title.slice(0, MAX_CHARS - 1)}…` : title;
}
