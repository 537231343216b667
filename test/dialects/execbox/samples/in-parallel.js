// value: ["a","b","c"]
const found = await Promise.all(["a", "b", "c"].map((q) => codemode.search_docs({ q })));
found.map((one) => one.args.q)
