// value: {"success":false,"missing":["subject","body"],"says":true,"schema":["to","subject","body"]}
const outcome = await ncp.do("send email", { to: "ann@example.com" });
return {
  success: outcome.success,
  missing: outcome.missingRequired,
  says: outcome.hint.includes("gmail.send_email("),
  schema: outcome.schema.required,
};
