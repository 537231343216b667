// error: {"code":"INVALID_ARGS","says":"docs.search_docs(","line":2}
await codemode.search_docs({ query: 1 });
