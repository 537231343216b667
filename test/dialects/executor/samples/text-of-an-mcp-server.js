// value: ["Echo: hello","Echo: hello",false,"TOOL_ERROR"]
const { data } = await tools.everything.echo({ message: "hello" });
const broken = await tools.docs.broken({});
return [data.content[0].text, `${data}`, broken.ok, broken.error.code];
