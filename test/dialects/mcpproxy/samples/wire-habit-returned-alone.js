const r = call_tool("modern", "add", { a: 1, b: 1 });
if (r.result.isError) throw new Error("no");
r;
// => {"ok": true, "result": {"sum": 2}}
