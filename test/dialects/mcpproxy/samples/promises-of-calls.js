const one = (text) => call_tool("modern", "echo", { text });
const first = one("a");
const kinds = [first instanceof Promise, typeof first.then, String(Object.prototype.toString.call(first))];
const [a, b] = await Promise.all([first, one("b").then((r) => r.result)]);
const c = await Promise.race([one("c")]).finally(() => {});
const d = await one("d").catch(() => null);
const many = await call_tools([{ server: "modern", tool: "echo", args: { text: "e" } }]);
[kinds, a.result, b, c.result, d.ok, many.length];
// => [[true, "function", "[object Promise]"], "a", "b", "c", true, 1]
