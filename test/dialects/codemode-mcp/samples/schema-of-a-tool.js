// value: [["documentId"],true]
const response = await fetch(`http://127.0.0.1:8080/mcp/${encodeURIComponent("google-drive")}/tools`);
const { tools } = await response.json();
const tool = tools.find(({ name }) => name === "get-document");
[tool.inputSchema.required, tool.annotations.readOnlyHint]
