// error: {"code":"RUNTIME_ERROR","says":"https://api.example.com/users","line":2}
const users = await fetch("https://api.example.com/users");
await users.json();
