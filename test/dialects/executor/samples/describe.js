// like: {"path":"gmail.search_emails","name":"search_emails","description":"Search the mailbox","typeScriptDefinitions":{}}
const details = await tools.describe.tool({ path: "gmail.org.main.searchEmails" });
if (!/query: ?string/.test(details.inputTypeScript)) throw new Error(details.inputTypeScript);
if (!details.outputTypeScript.startsWith("{ ok: true; data: ")) throw new Error(details.outputTypeScript);
return details;
