// value: "No matching tools found."
const matches = await tools.search({ query: "quasar telescope", limit: 12 });
const path = matches[0]?.path;
if (!path) return "No matching tools found.";
return path;
