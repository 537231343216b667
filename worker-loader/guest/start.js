// Imported before anything else of the isolate, so that the built-ins are locked before the script's module is evaluated.
// What the harness needs of the globals that are removed is taken by its modules when they are evaluated, before that.
import "./guard.js";
import "./rejections.js";
import "./timers.js";
import { lockDown } from "./lockdown.js";

lockDown();
