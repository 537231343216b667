// value: {"success":true,"args":{"enabled":false,"days":0}}
const { success, result } = await ncp.do("set up the vacation responder", { enabled: false, days: 0 });
({ success, args: result.args })
