function withRetry(work) {
  for (let tries = 1; ; tries++) {
    const r = work(tries);
    if (r.ok || tries === 3) return [tries, r.ok];
  }
}
withRetry((n) => call_tool("notes", "summarize", { id: n === 2 ? 1 : 99 }));
// => [2, true]
