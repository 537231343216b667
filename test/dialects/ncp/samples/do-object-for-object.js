// value: {"name":"plan.txt","content":"1. think","metadata":{"draft":true}}
const { result } = await ncp.do("google-drive:createFile", { name: "plan.txt", text: "1. think", metadata: { draft: true } });
result.args
