// value: [[true,"gmail:send_email"],[true,"gmail:send_email"],[true,"gmail:send_email"]]
const params = { to: "bob@example.com", subject: "Lunch", body: "At noon?" };
const intents = ["send email with gmail:send_email, please", "gmail.send_email()", "report the outage of gmail.com: send email"];
const outcomes = await Promise.all(intents.map((intent) => ncp.do(intent, params)));
outcomes.map(({ success, tool, error }) => [success, error ?? tool]);
