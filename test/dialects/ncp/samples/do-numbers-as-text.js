// value: {"day":"2026-11-21","limit":5}
const { result } = await ncp.do("which meetings are there on a day", { date: input.day, max: "5" });
result.args
