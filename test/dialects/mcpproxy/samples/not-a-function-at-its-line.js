const ids = 5;
ids.map((id) => call_tool("notes", "summarize", { id }));
// !! RUNTIME_ERROR 2:8 TypeError: ids.map is not a function
