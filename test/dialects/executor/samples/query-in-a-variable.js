// value: ["gmail.send_email",1,true]
const request = { query: "send an email", limit: 1 };
const { items, hasMore } = await tools.search(request);
return [items[0].path, items.length, hasMore];
