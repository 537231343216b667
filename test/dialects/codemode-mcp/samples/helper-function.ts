// value: ["Deploy checklist","Why one script beats ten calls"]
interface CallResult {
  structuredContent?: { notes: { title: string }[] };
}
async function callTool(server: string, tool: string, args: Record<string, unknown>): Promise<CallResult> {
  const response: Response = await fetch("http://localhost:3001/mcp/call", {
    method: "post",
    headers: new Headers({ "Content-Type": "application/json" }),
    body: JSON.stringify({ server, tool, args }),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as CallResult;
}
const result = await callTool("notes", "list-notes", { tag: "ops" });
return result.structuredContent?.notes.map(({ title }) => title);
