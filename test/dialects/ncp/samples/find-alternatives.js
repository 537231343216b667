// value: ["calendar:schedule_meeting","gmail:send_email"]
const found = await ncp.find("send an email | schedule a meeting");
found.filter((tool) => tool.confidence > 0.9).map((tool) => tool.toolName).sort()
