// value: {"ok":false,"code":"TOOL_ERROR","message":"docs.broken: the printer is on fire"}
const result = await tools.docs.broken({});
if (result.ok) return result.data;
const { code, message } = result.error;
return { ok: result.ok, code, message };
