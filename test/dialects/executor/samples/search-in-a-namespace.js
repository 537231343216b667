// value: [["helpdesk.create_issue"],["helpdesk"],[],{"items":[],"total":0,"hasMore":false,"nextOffset":null}]
const { items } = await tools.search({ namespace: "helpdesk", query: "create issue" });
const integrations = (await tools.search({ namespace: "helpdesk.org.main", query: "issue" })).items;
const elsewhere = await tools.search({ namespace: "no_such_server", query: "create issue" });
return [
  items.map(({ path }) => path),
  integrations.map(({ integration }) => integration),
  elsewhere.items,
  elsewhere,
];
