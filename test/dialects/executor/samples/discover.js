// value: ["gmail.send_email","gmail.send_email","gmail.send_email",1,"send_email"]
const found = await tools.discover({ query: "send an email", depth: 1, compact: true, limit: 1 });
const details = await tools.describe.tool({ path: found.bestPath, includeSchemas: true });
const sent = await tools.gmail.send_email({ to: "a@example.com", subject: "Hi", body: "Hello" });
return [found.bestPath, found.results[0].path, details.path, found.length, sent.called];
