const out = [];
new Map([["k", "v"]]).forEach((value, key) => out.push(call_tool("modern", "echo", { text: key + value }).result));
new Set(["s"]).forEach((text) => out.push(call_tool("modern", "echo", { text }).result));
out;
// => ["kv", "s"]
