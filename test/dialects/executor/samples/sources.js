// value: {"items":[{"id":"helpdesk","name":"helpdesk","toolCount":1}],"total":1,"hasMore":false,"nextOffset":null}
return await tools.executor.sources.list({ query: "help" });
