// value: ["gmail.send_email","gmail.send_email"]
const search = (wanted) => tools["search"](wanted);
const [first] = await search({ query: "send an email", limit: 1 });
const [own] = await search("send an email");
return [first.path, own.path];
