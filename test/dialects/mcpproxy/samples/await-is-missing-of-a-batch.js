const read = (text) => call_tool("modern", "echo", { text }).then((r) => r.result);
const all = call_tools([{ server: "modern", tool: "echo", args: { text: await read("a") } }]);
for (let at = 0; at < all.length; at += 1) all[at].ok;
// !! RUNTIME_ERROR 3:27 TypeError: call_tools(…) is a promise and has no
// logs ["[isogate] line 2: modern.echo was still going on when the script failed. The run waits for the answer, within its limits."]
