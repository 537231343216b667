const r = call_tool("modern", "picture", {});
[
  Array.isArray(r.result),
  r.result.length,
  r.result.content.map((block) => block.type),
  JSON.stringify(r.result).length < 120,
];
// => [true, 2, ["text", "image"], true]
