const n = { toString: () => call_tool("modern", "echo", { text: "x" }).result };
`${n}`;
// !! SYNTAX_ERROR 1:29 The language itself calls toString
