async function main() {
  const r = call_tool("modern", "echo", { text: "a" });
  await sleep(1);
  return r.ok ? r.result : "no";
}
await main();
// => "a"
