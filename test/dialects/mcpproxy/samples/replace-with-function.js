"note 1 and note 3".replace(/note (\d)/g, (_, id) => call_tool("notes", "summarize", { id: Number(id) }).result);
// => "Deploy checklist (120 words) and Team offsite ideas (60 words)"
