const a = await call_tool("modern", "echo", { text: "a" });
const b = call_tool("modern", "echo", { text: "b" });
[a.result, b.ok ? b.result : "failed"];
// !! RUNTIME_ERROR 3:14 TypeError: call_tool(…) is a promise and has no "ok"
// logs ["[isogate] line 2: modern.echo was still going on when the script failed. The run waits for the answer, within its limits."]
