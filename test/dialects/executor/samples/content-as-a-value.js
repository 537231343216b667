// value: ["hello",5]
const { data } = await tools["google-drive"].read_text_file({ text: "hello" });
return [data.content, data.content.length];
