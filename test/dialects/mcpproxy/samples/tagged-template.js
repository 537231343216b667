const ask = (strings, ...values) => call_tool("modern", "echo", { text: strings.raw.join("|") + values.join() }).result;
ask`x${1}y\n${2}`;
// => "x|y\\n|1,2"
