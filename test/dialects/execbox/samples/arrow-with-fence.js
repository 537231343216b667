// value: 3
async () => {
  const { notes } = await codemode.list_notes({});
  return notes.length;
}
