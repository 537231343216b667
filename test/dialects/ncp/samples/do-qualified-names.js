// value: {"to":"c@example.com","subject":"S","body":"B"}
const { result } = await ncp.do("send email", { recipient_email: "c@example.com", emailSubject: "S", email_body: "B" });
result.args
