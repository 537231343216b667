// value: ["send_email","search_emails","delete_email","redeem_invitation","set_vacation_responder"]
const { tools } = await (await fetch("http://localhost:3001/mcp/gmail/tools")).json();
return tools.map((tool) => tool.name);
