// value: [1,"calendar"]
const seen = [1]
import calendar from "./servers/calendar"
[..."a"].forEach(() => calendar.listMeetings({ day: "x" }))
const { called } = await calendar.listMeetings({ day: "x" })
seen.push(called === "list_meetings" ? "calendar" : called)
seen
