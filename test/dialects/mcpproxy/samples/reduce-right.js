["a", "b", "c"].reduceRight((all, text) => all + call_tool("modern", "echo", { text }).result, "");
// => "cba"
