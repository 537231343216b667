const seen = [];
const late = async () => {
  await sleep(50);
  seen.push(call_tool("modern", "echo", { text: "x" }).result);
};
late();
await null;
seen;
// => []
