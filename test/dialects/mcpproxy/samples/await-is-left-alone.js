const p = call_tool("modern", "echo", { text: "a" });
const isPromise = p instanceof Promise;
const [a, b] = await Promise.all([p, call_tool("modern", "echo", { text: "b" })]);
[isPromise, a.result, b.result];
// => [true, "a", "b"]
