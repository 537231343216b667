// error: {"code":"RUNTIME_ERROR","line":2,"hint":"codemode has the tools of all servers by their names, and no servers: await docs.search_docs({ … }), or await codemode[\"docs.search_docs\"]({ … })."}
await codemode.docs.search_docs({ q: "x" });
