// value: ["send_email","list-notes"]
const sent = await gmail.send_email({ to: "a@example.com", subject: "S", body: "B" });
const noted = await notes.list_notes({ tag: "ops" });
return [sent.called, noted.notes.length > 0 ? "list-notes" : "none"];
