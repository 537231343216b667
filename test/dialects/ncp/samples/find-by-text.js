// value: ["gmail:send_email","gmail:send_email","gmail","send_email"]
const tools = await ncp.find("send an email");
const [first] = tools;
[first.toolName, first.name, first.mcp, first.tool]
