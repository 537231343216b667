// value: {"done":["search_emails","get_issue"],"failed":["docs.broken"]}
const done = [];
const failed = [];
const steps = [
  ["gmail.search_emails", { query: "x" }],
  ["docs.broken", {}],
  ["tracker.get_issue", { issue_id: "T-9" }],
];
for (const [path, input] of steps) {
  const result = await tools[path](input);
  if (!result.ok) {
    failed.push(path);
    continue;
  }
  done.push(result.data.called);
}
return { done, failed };
