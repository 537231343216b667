const xs = [1, 2].values();
xs.map((id) => call_tool("notes", "summarize", { id }).ok).toArray();
// !! RUNTIME_ERROR 2:7 map of an iterator cannot wait
