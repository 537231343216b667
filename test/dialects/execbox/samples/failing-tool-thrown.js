// value: ["TOOL_ERROR","the printer is on fire"]
try {
  await codemode.broken({});
} catch (error) {
  return [error.code, error.message];
}
