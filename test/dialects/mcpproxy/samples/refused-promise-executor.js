const p = new Promise((resolve) => {
  const r = call_tool("modern", "echo", { text: "x" });
  resolve(r.result);
});
await p
// !! SYNTAX_ERROR 1:11 new Promise(…) runs its argument at once
