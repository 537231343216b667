// value: [false,["helpdesk:create_issue","tracker:create_issue"],true]
const outcome = await ncp.do("create an issue", { title: "The door squeaks" });
[outcome.success, outcome.candidates.map((one) => one.toolName), outcome.result === undefined]
