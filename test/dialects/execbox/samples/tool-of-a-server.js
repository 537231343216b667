// error: {"code":"RUNTIME_ERROR","line":2,"hint":"codemode contains the tools of all servers by name, not the servers: await docs.search_docs({ … }), or await codemode[\"docs.search_docs\"]({ … })."}
await codemode.docs.search_docs({ q: "x" });
