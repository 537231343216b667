// value: [false,null,true]
const outcome = await ncp.do("order a pizza with extra cheese", { size: "large" });
[outcome.success, outcome.tool, outcome.hint.length > 0]
