const { notes: tagged } = await notes.list_notes({ tag: "ops" });
const lines = await Promise.all(tagged.map(({ id }) => notes.summarize({ id })));
const sum = await everything.get_sum({ a: tagged[0].words, b: tagged[1].words });
console.log("read", tagged.length, "notes");
({ lines, sum });
