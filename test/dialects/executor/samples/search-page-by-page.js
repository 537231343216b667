// value: [true,true,null]
const all = await tools.search({ query: "issue", limit: 100 });
const paths = [];
let offset = 0;
let page;
do {
  page = await tools.search({ query: "issue", offset, limit: 2 });
  paths.push(...page.items.map((item) => item.path));
  offset = page.nextOffset;
} while (page.hasMore);
return [
  all.total > 2 && paths.length === page.total && new Set(paths).size === paths.length,
  all.items.every((item, at) => item.path === paths[at]),
  page.nextOffset,
];
