const log = [];
function* work() {
  try {
    yield call_tool("modern", "echo", { text: "a" }).result;
    yield "never";
  } finally {
    log.push(call_tool("modern", "echo", { text: "closed" }).result);
  }
}
for (const x of work()) {
  log.push(x);
  break;
}
log;
// => ["a", "closed"]
