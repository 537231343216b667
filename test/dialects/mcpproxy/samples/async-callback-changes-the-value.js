var results = [];
["a"].forEach(async function (x) {
  await null;
  await null;
  await null;
  var r = call_tool("modern", "echo", { text: x });
  results.push(r.result);
});
({ results: results });
// => {"results":["a"]}
