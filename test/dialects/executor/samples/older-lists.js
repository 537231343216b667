// value: ["tracker.create_issue",true,["tracker"]]
const matches = await tools.search({ query: "create issue", namespace: "tracker", limit: 5 });
const paths = matches.map((match) => match.path);
const sources = await tools.executor.sources.list();
const names = [];
for (const source of sources) if (source.id === "tracker") names.push(source.name);
return [paths[0], matches.length === matches.items.length, names];
