// value: ["offsite","ops"]
async () => {
  const first = await codemode.send_email({ to: "ann@example.com", subject: "offsite", body: "When?" });
  const second = await codemode.search_emails({ query: "ops" });
  return [first.args.subject, second.args.query];
};
