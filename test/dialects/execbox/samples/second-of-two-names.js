// value: ["search-docs","search.docs"]
const names = [];
for (const tool of [codemode.search_docs, codemode.search_docs__2]) names.push((await tool({ q: "x" })).called);
return names;
