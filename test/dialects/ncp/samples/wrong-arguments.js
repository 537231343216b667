// error: {"code":"INVALID_ARGS","says":"ncp.do(intent, params)","line":2}
await ncp.do({ purpose: "send email" });
