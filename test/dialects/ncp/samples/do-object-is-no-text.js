// value: [false,["recipient"],{"mail":"ann@example.com"}]
const outcome = await ncp.do("send email", { recipient: { mail: "ann@example.com" }, subject: "S", body: "B" });
[outcome.success, outcome.unmappedParams.map((one) => one.userParam), outcome.unmappedParams[0].userValue]
