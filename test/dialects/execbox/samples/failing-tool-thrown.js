// value: ["TOOL_ERROR","docs.broken: the printer is on fire"]
try {
  await codemode.broken({});
} catch (error) {
  return [error.code, error.message];
}
