const $mcpproxy = 1;
call_tool("modern", "echo", { text: "x" });
// !! SYNTAX_ERROR 1:7 The name $mcpproxy is reserved
