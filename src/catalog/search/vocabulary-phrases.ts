// What people say for what APIs call it, several words at a time. One rule a line: `said | said => verbs: meaning`.
// In `said`, `*` stands for up to four words that keep their own meaning ("turn * off"). Verbs are classes of verbs.ts.
// In the meaning a blank separates ideas, `|` alternatives for one idea, `+` the words of one alternative. General
// knowledge of APIs and of everyday English; never taken from a test set.

export const PHRASES = `
get rid of | take * down | throw away | throw out | wipe out => delete
kick off | fire off | set off => run
spin up | stand up | set up | put together | bring up => create
file a bug | report a bug | log a bug | raise a bug | file a ticket | raise a ticket | open a ticket => create: issue|ticket
who changed | who edited | who modified | who touched => list|get: commit|history|blame|activity|version
text someone | text * => send: message|sms
`;
