const handlers = {
  echo: (x) => call_tool("modern", "echo", { text: x }).result,
  upper: (x) => x.toUpperCase(),
};
["echo", "upper"].map((name) => handlers[name]("v"));
// => ["v", "V"]
