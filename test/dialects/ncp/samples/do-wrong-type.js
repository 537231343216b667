// value: [false,true]
const outcome = await ncp.do("send email", { to: ["a", "b"], subject: "S", body: "B" });
[outcome.success, outcome.error.includes("args.to")]
