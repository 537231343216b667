// value: ["tool_not_found","gmail.send_email"]
const { error } = await tools.describe.tool({ path: "outlook.send_email" });
return [error.code, error.suggestions[0]];
