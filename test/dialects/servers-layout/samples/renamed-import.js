// value: ["search_emails","x"]
import { searchEmails as lookFor, "send_email" as send } from "../servers/gmail/index.js";

const found = await lookFor({ query: "x" });
const sent = await send({ to: found.args.query, subject: "s", body: "b" });
[found.called, sent.args.to]
