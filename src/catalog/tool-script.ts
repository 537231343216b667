/** The script that calls one tool with the input of its run, by the names of its server and tool. A schedule of a tool runs it. */

export function toolScript(server: string, tool: string): string {
  return `await __servers[${JSON.stringify(server)}][${JSON.stringify(tool)}](input)`;
}

const TOOL_SCRIPT = /^await __servers\[("(?:[^"\\]|\\.)*")\]\[("(?:[^"\\]|\\.)*")\]\(input\)$/;

/** @returns the path of the tool that such a script calls, like `github.list_issues`; undefined for other scripts */
export function toolOfScript(code: string): string | undefined {
  const names = TOOL_SCRIPT.exec(code)?.slice(1);
  try {
    return names?.map((name) => String(JSON.parse(name))).join(".");
  } catch {
    return undefined;
  }
}
