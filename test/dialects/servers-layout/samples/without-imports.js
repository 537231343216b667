// value: [true,true,"x@y"]
const names = await fs.readdir("./servers");
const index = await readFile("./servers/gmail/index.ts");
const sent = await callMCPTool("gmail__search_emails", { query: "x@y" });
[names.includes("gmail"), index.includes("search_emails("), sent.args.query]
