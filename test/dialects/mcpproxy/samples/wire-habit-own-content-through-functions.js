function textOf(result) {
  const { content: blocks = [] } = result;
  return blocks.filter(isText).map(({ text }) => text);
}
const isText = (block) => block.type === "text";
const join = (blocks) => blocks.reduce((all, block) => all + block.text, "");
const { result } = call_tool("odd", "plain", { q: "hello" });
[textOf(result), join(result["content"])];
// => [["hello"], "hello"]
