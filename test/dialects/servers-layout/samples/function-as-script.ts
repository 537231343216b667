// value: {"day":"2026-11-21"}
import { listMeetings } from "./servers/calendar";

async function main({ day }: { day: string }) {
  const meetings = await listMeetings({ day });
  return meetings.args;
}
