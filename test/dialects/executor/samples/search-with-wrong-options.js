// error: {"code":"INVALID_ARGS","says":"tools.search({ query, namespace?, limit?, offset? })"}
return await tools.search({ query: "issue", limit: -1 });
