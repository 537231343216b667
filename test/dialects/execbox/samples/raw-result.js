// value: {"called":"search-docs","q":"upgrade","isError":false}
const res = await mcp.search_docs({ q: "upgrade" });
const payload = JSON.parse(res.content[0].text);
({ called: payload.called, q: payload.args.q, isError: res.isError === true });
