const f = call_tool;
const g = f;
const { run } = { run: g };
const bound = call_tool.bind(null, "modern", "echo");
[
  f("modern", "echo", { text: "f" }).result,
  run("modern", "echo", { text: "r" }).result,
  bound({ text: "b" }).result,
  call_tool.call(null, "modern", "echo", { text: "c" }).result,
  call_tool.apply(null, ["modern", "echo", { text: "a" }]).result,
];
// => ["f", "r", "b", "c", "a"]
