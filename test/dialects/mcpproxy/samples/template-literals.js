`${call_tool("modern", "echo", { text: "a" }).result}-${["b", "c"].map((text) => call_tool("modern", "echo", { text }).result)}`;
// => "a-b,c"
