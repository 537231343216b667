// value: [true,"calendar:schedule_meeting",true]
const { tools } = await ncp.find("schedule a meeting");
return [Array.isArray(tools), tools[0].toolName, tools[0].confidence > 0.5];
