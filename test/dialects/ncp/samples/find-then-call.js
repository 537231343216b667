// value: {"called":"get_issue","args":{"issue_id":"T-7"}}
const [{ mcp, tool }] = await ncp.find("get an issue of the tracker");
const { result } = await call_tool(mcp, tool, { issue_id: "T-7" });
result
