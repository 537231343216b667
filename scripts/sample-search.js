const found = await tools.search("list");
console.log("nothing was called");
found;
