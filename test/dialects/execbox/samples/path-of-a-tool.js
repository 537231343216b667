// value: ["search-docs","create_issue",false]
const found = await codemode["docs.search_docs"]({ q: "x" });
const made = await codemode["tracker.create_issue"]({ project: "P", title: "x" });
const raw = await mcp["helpdesk.create_issue"]({ title: "x" });
return [found.called, made.called, raw.isError === true];
