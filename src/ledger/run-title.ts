/** The script that worker/scheduled-runs.ts makes of a schedule with a tool: a call by the names of its server and tool. */
const ONE_TOOL = /^await __servers\[("(?:[^"\\]|\\.)*")\]\[("(?:[^"\\]|\\.)*")\]\(input\)$/;

/** @returns the title of a script in lists: its first line, or the tool that a schedule calls; shortened */
export function titleOf(code: string): string {
  const [, server, tool] = ONE_TOOL.exec(code) ?? [];
  if (server !== undefined && tool !== undefined) return short(`${parsed(server)}.${parsed(tool)}`);
  const line = code.split("\n", 20).find((one) => one.trim() !== "") ?? "";
  return short(line.trim());
}

function parsed(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

function short(title: string): string {
  return title.length > 120 ? `${title.slice(0, 119)}…` : title;
}
