const kind = (text) => {
  switch (call_tool("modern", "echo", { text }).result) {
    case call_tool("modern", "echo", { text: "a" }).result:
      return "first";
    case "b":
      return "second";
    default:
      return "other";
  }
};
["a", "b", "c"].map(kind);
// => ["first", "second", "other"]
