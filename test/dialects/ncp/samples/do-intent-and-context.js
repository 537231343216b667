// value: {"title":"Retro","start":"2026-11-23T10:00:00Z","end":"2026-11-23T11:00:00Z","attendees":["ann@example.com"]}
const outcome = await ncp.do({
  intent: "schedule a meeting",
  context: { name: "Retro", begin: "2026-11-23T10:00:00Z", finish: "2026-11-23T11:00:00Z", participants: ["ann@example.com"] },
});
outcome.result.args
