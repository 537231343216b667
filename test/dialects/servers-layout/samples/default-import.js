// value: "list_meetings"
import calendar from "./servers/calendar/index.mjs";
(await calendar.listMeetings({ day: input.day })).called
