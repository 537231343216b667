// value: [false,["to"],["token"]]
const outcome = await ncp.do("gmail:redeem_invitation", { to: "ann@example.com" });
[outcome.success, outcome.unmappedParams.map((one) => one.userParam), outcome.missingRequired]
