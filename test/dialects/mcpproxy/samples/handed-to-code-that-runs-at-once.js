const map = Array.prototype.map.bind(["a"]);
const made = map((text) => call_tool("modern", "echo", { text }));
made[0].result;
// !! RUNTIME_ERROR 3:9 A tool was called where the script cannot wait for it
// logs ["[isogate] line 2: modern.echo was still going on when the script failed. The run waits for the answer, within its limits."]
