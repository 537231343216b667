// value: {"query":"invoice","max_results":3}
const { result } = await ncp.do("search the mailbox", { QUERY: "invoice", maxResults: 3 });
return result.args;
