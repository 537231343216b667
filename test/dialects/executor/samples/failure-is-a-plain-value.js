// like: {"ok":false,"error":{"code":"TOOL_ERROR"}}
const result = await tools.docs.broken({});
const { ok, error, data, http } = { ...(await result) };
if (ok || data !== undefined || http !== undefined || result.data !== undefined) throw new Error("It has a value.");
console.log(result, JSON.stringify(result), String(result), structuredClone(result).error.code);
return result.error.code === error.code && result;
