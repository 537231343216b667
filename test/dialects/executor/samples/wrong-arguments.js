// value: ["invalid_tool_arguments",true]
const result = await tools.gmail.send_email({ to: "ada@example.com", subject: "Lunch", text: "At noon?" });
return [result.error.code, result.error.message.includes("body")];
