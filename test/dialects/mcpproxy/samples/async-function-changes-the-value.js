var r = { status: "failed" };
async function run() {
  var c = call_tool("modern", "echo", { text: "x" });
  if (c.ok) r.status = "created";
}
run();
r;
// => {"status":"created"}
