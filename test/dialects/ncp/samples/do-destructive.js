// value: [false,"gmail:delete_email",true]
const outcome = await ncp.do("delete email", { message_id: "m1" });
[outcome.success, outcome.candidates[0].toolName, outcome.hint.includes("gmail.delete_email(")]
