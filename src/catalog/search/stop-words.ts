// Words of a request that say nothing about the tool wanted: grammar, politeness, time and place, pronouns. Words that
// tell a verb class ("which", "how many") are read by query.ts before these are dropped.

const lines = `
a an the this that these those some any each every all both either
i me my mine we us our ours you your yours he him his she her hers it its they them their theirs someone somebody anyone anybody
something anything thing things stuff one ones
am is are was were be been being do does did done doing have has had having can could will would shall should may might must
to of in on at by for from with without into onto about as via through between within per over under
off up out down against along during across after before since until till
and or but nor so if then than because while whether though
made went got gotten gave given took taken came gone
not no dont doesnt didnt isnt arent cant couldnt wont wouldnt never
please kindly hey hi hello thanks thank ok okay just really very actually maybe also too only even still already again
want wants wanted need needs needed like love wish wanna gotta gonna lets let help helps id ill im ive
what whats which who whos whom whose when where why how there here
much many more most few lot lots bit
now today currently right away soon later quickly asap
able possible way trying try
etc eg ie vs
two three four five six seven eight nine ten several couple few dozen
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(lines.split(/\s+/u).filter(Boolean));

/** Stop words of tool names: `list_x_for_the_authenticated_user` is no longer than `list_x` because of them. */
export const NAME_STOP_WORDS: ReadonlySet<string> = new Set(
  "a an the and or of in on to for by from with at as api apis v1 v2 v3 v4 tool tools mcp rest openapi".split(" "),
);

/** Words of names that narrow a tool to a case people would mention: without them the plain sibling is meant. Stems. */
export const QUALIFIERS: ReadonlySet<string> = new Set(
  "enterpriz organization legacy stub delta child shar bulk batch async beta raw experimental preview".split(" "),
);

/** Adjectives that tell one thing from another of its kind: an argument of the call, seldom the name of a tool. */
export const MODIFIERS: ReadonlySet<string> = new Set(
  `old new fresh big bigger biggest small smaller large larger good better best bad worse worst own other another extra additional
  same different certain particular specific whole entire complete full main major minor short long little tiny huge nice
  important urgent recent current existing previous earlier later first second third final latest newest oldest broken wrong
  right correct simple quick slow slowest fastest cheap expensive many few certain exact actual real running active`.split(
    /\s+/u,
  ),
);

/** Words for a time: an argument of the call, seldom the name of a tool. */
export const TIME_WORDS: ReadonlySet<string> = new Set(
  `today tomorrow yesterday tonight morning afternoon evening noon night midnight week month year day hour minute weekend
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
  november december next last past previous latest recent upcoming`.split(/\s+/u),
);
