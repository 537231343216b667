// value: [false,"gmail:send_email",["color"],"red"]
const outcome = await ncp.do("send email", { to: "a", subject: "b", body: "c", color: "red" });
[outcome.success, outcome.tool, outcome.unmappedParams.map((one) => one.userParam), outcome.unmappedParams[0].userValue]
