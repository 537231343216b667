// value: [404,false,"There is no server \"gmial\". Did you mean gmail?"]
const response = await fetch("http://localhost:3001/mcp/gmial/tools");
const { error } = await response.json();
return [response.status, response.ok, error];
