// value: ["hello",["hello"],"hello",{"ok":true,"data":{"content":"hello"}}]
const read = await tools["google-drive"].read_text_file({ text: "hello" });
const { data } = read;
const { content: blocks } = data;
return [data.content?.[0]?.text ?? "", blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])), `${blocks}`, read];
