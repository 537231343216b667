// like: {"called":"send_email","args":{"to":"ada@example.com","subject":"Lunch"}}
interface Mail {
  to: string;
  subject: string;
  body: string;
}
const { items: matches } = await tools.search({ query: "send an email", limit: 12 });
const path = matches[0]?.path;
if (!path) return "No matching tools found.";
const details = await tools.describe.tool({ path });
if (!details.inputTypeScript.includes("subject")) return details;
const mail: Mail = { to: "ada@example.com", subject: "Lunch", body: "At noon?" };
const result = await tools[path](mail);
if (!result.ok) return result.error;
return result.data;
