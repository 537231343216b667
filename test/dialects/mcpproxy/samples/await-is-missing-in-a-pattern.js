const list = await Promise.all(["a", "b"].map((text) => call_tool("modern", "echo", { text })));
const { ok, error } = call_tool("modern", "echo", { text: list.length });
[ok, error];
// !! RUNTIME_ERROR 2:9 TypeError: call_tool(…) is a promise and has no
// logs ["[isogate] line 2: modern.echo was still going on when the script failed. The run waits for the answer, within its limits."]
