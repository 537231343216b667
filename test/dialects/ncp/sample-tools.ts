/** Two schemas as servers have them. */
const text = { type: "string" };

export const SAMPLE_TOOLS: Readonly<Record<string, object>> = {
  send_email: {
    type: "object",
    properties: { to: text, subject: text, body: text, cc: { type: "array", items: text } },
    required: ["to", "subject", "body"],
  },
  create_issue: {
    type: "object",
    properties: { project: text, title: text, description: text, labels: { type: "array", items: text } },
    required: ["project", "title"],
  },
};
