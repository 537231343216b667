const a = await call_tool("modern", "echo", { text: "a" });
const b = call_tool("modern", "echo", { text: "b" });
await call_tool("modern", "echo", { text: JSON.stringify({ a, b }) });
// !! RUNTIME_ERROR 3:48 TypeError: call_tool(…) is a promise, not its answer
// logs ["[isogate] line 2: modern.echo was still going on when the script failed. The run waits for the answer, within its limits."]
