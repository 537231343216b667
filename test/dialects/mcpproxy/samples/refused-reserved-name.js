const $mcpproxy = 1;
call_tool("modern", "echo", { text: "x" });
// !! SYNTAX_ERROR 1:7 $mcpproxy is a name of the gateway's own
