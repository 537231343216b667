const f = async (text = call_tool("modern", "echo", { text: "x" }).result) => text;
await f();
// !! SYNTAX_ERROR 1:25 A default value of an async function cannot wait
