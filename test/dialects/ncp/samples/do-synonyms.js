// value: [true,{"to":"bob@example.com","subject":"Lunch","body":"At noon?"}]
const outcome = await ncp.do("send email", { recipient: "bob@example.com", title: "Lunch", message: "At noon?" });
[outcome.success, outcome.result.args];
