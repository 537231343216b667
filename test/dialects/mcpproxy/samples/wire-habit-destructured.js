const {
  result: {
    content: [{ text }],
  },
} = call_tool("modern", "echo", { text: "deep" });
text;
// => "deep"
