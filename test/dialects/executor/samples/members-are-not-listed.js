// error: {"code":"RUNTIME_ERROR","says":"await tools.list(\"tracker\") lists tools"}
return Object.keys(tools.tracker);
