// Verb classes: what a request wants done and what a tool does, in thirteen kinds. A request to delete is not served by a
// tool that creates, however well the nouns fit, so the classes carry a signed affinity. General knowledge of how APIs
// name operations; "weak" verbs are as often nouns (a list, a test, a run) and count only where a verb stands.

import { stem } from "./stem.ts";

export const VERB_CLASSES = [
  "create",
  "get",
  "list",
  "search",
  "update",
  "delete",
  "send",
  "run",
  "stop",
  "download",
  "upload",
  "check",
  "move",
] as const;
export type VerbClass = (typeof VERB_CLASSES)[number];

const STRONG: Readonly<Record<VerbClass, string>> = {
  create:
    "create add make insert provision generate build compose draft instantiate initialize init register allocate enroll submit append establish launch schedule leave draw write record book snapshot",
  get: "get read fetch retrieve describe inspect show display view obtain lookup see open explain summarize generate calculate compute measure screenshot scrape extract",
  list: "list enumerate browse",
  search: "search find query locate discover lookup seek",
  update:
    "update edit modify change set patch rename replace put configure adjust assign unassign mark resolve customize alter rewrite upsert enable resize rotate toggle correct fix tweak extend promote accept decline approve reject block unblock pin unpin lock unlock star restore revert undo rollback snooze format merge unmerge sort link connect finalize autofix rebuild scale bind activate archive unarchive protect mute unmute transform convert",
  delete:
    "delete remove destroy drop erase purge clear revoke uninstall unlink unset detach del delete wipe discard trash dismiss unfollow unstar",
  send: "send post reply notify publish forward respond dispatch broadcast deliver pst",
  run: "run execute trigger start invoke perform launch deploy restart rerun resume call simulate redeliver retry install reboot boot rebuild recycle power navigate click swipe type press hover drag scroll emulate handle select",
  stop: "stop cancel abort kill terminate pause suspend disable deactivate shutdown halt interrupt end quit disconnect",
  download: "download export dump",
  upload: "upload import attach push",
  check: "check validate verify test lint diagnose analyze audit review assess evaluate compare",
  move: "move transfer copy clone duplicate fork migrate relocate",
};

/** Everyday verbs that no API uses: read in requests only, at the head of a sentence, and never as words of their own. */
const COLLOQUIAL: Readonly<Partial<Record<VerbClass, string>>> = {
  create:
    "brew craft construct form produce cook erect invent author introduce prepare arrange organize plan pen scribble jot save store keep stash memorize hire rent buy purchase order lease reserve request want print paint render sketch invite welcome enlist recruit enrol sprinkle enter log capture",
  get: "grab peek glance view watch tell give dig figure know determine calculate compute estimate measure count inform quote recite hear learn understand recall remember extract pull check reveal expose",
  list: "name itemize recap",
  search: "hunt seek google scout explore scan spot trace identify research investigate",
  update:
    "flip switch turn shift swap bump raise lower raise boost increase decrease lengthen shorten rework refresh tidy amend revise polish repair mend heal solve fix tune retitle restyle reassign relabel reword color paint hide unhide promote demote upgrade downgrade allow permit forbid deny ban lock unlock protect secure freeze unfreeze point give let accept decline approve reject confirm pick choose select tick untick cross finish complete mute unmute archive unarchive star pin follow join leave link connect bind attach tag label retag undo restore revert rollback bring",
  delete:
    "bin ditch nuke scrub shred axe obliterate kill chuck toss dump trash eliminate evict kick expel oust strip unpublish forget retire prune empty cut",
  send: "tell ask inform warn remind ping message text email mail dm whisper announce share tweet shout drop shoot phone ring dial call notify poke answer write hand pass thank congratulate alert",
  run: "kick fire begin commence crank spin power wake bounce try repeat redo ship roll release go hit press tap click type scroll swipe drag hover simulate pretend act play navigate visit surf browse",
  stop: "halt cease freeze exit block shut hang park hold dismiss",
  download: "save fetch grab take",
  upload: "load feed stick shove throw store",
  check: "confirm ensure prove inspect examine troubleshoot debug vet grade score investigate profile",
  move: "drag shift swap hand bring carry relocate reorder",
};

/** Verbs that are as often nouns, adjectives or objects: verbs only at the head of a request or the ends of a name. */
const WEAK = new Set(
  "scale archive block pin link format star type press snapshot select power screenshot scroll drag click sort lock connect handle measure leave draw write record book list search query run test check review call post set view read build draft start launch copy transfer fork display schedule audit export import patch end display change fix open push reply process trigger deploy purge show make register drop mark clear compare insert move put dump install resume query update upload download boot attach append evaluate"
    .split(" ")
    .map(stem),
);

const CLASSES_OF: ReadonlyMap<string, number> = read(STRONG);
const COLLOQUIAL_CLASSES: ReadonlyMap<string, number> = read(COLLOQUIAL);

function read(lexicon: Readonly<Partial<Record<VerbClass, string>>>): Map<string, number> {
  const classes = new Map<string, number>();
  for (const verbClass of VERB_CLASSES) {
    for (const verb of (lexicon[verbClass] ?? "").split(" ").filter(Boolean)) {
      const key = stem(verb);
      classes.set(key, (classes.get(key) ?? 0) | bit(verbClass));
    }
  }
  return classes;
}

export function bit(verbClass: VerbClass): number {
  return 1 << VERB_CLASSES.indexOf(verbClass);
}

export function isVerbClass(word: string): word is VerbClass {
  return (VERB_CLASSES as readonly string[]).includes(word);
}

/** Bit mask of the classes a stem belongs to; 0 when it is no known verb. */
export function verbClasses(stemmed: string): number {
  return CLASSES_OF.get(stemmed) ?? 0;
}

/** The same for a verb only people use (grab, ditch); 0 when it is none. */
export function colloquialClasses(stemmed: string): number {
  return COLLOQUIAL_CLASSES.get(stemmed) ?? 0;
}

export function isWeakVerb(stemmed: string): boolean {
  return WEAK.has(stemmed);
}

export const READS = bit("get") | bit("list") | bit("search");

// Unlisted pairs of two reads or two writes are mildly wrong; a read for a write, or the reverse, plainly wrong.
const AFFINITY: readonly (readonly [VerbClass, VerbClass, number])[] = [
  ["get", "list", 0.7],
  ["get", "search", 0.6],
  ["list", "search", 0.7],
  ["get", "download", 0.7],
  ["list", "download", 0.2],
  ["get", "check", 0.4],
  ["list", "check", 0.1],
  ["search", "check", 0],
  ["download", "check", 0],
  ["create", "send", 0.5],
  ["create", "upload", 0.5],
  ["create", "update", -0.15],
  ["create", "run", 0.2],
  ["create", "move", 0.1],
  ["update", "move", 0.3],
  ["update", "run", -0.2],
  ["update", "stop", 0.1],
  ["update", "send", -0.2],
  ["update", "upload", 0.2],
  ["delete", "stop", 0.4],
  ["create", "delete", -1],
  ["update", "delete", -0.6],
  ["run", "check", 0.3],
  ["run", "stop", -1],
  ["run", "send", 0.1],
  ["upload", "download", -1],
  ["send", "upload", 0.1],
];

const TABLE: readonly Float64Array[] = VERB_CLASSES.map((asked) =>
  Float64Array.from(VERB_CLASSES, (offered) => affinityOf(asked, offered)),
);

function affinityOf(asked: VerbClass, offered: VerbClass): number {
  if (asked === offered) return 1;
  const listed = AFFINITY.find(([a, b]) => (a === asked && b === offered) || (b === asked && a === offered));
  if (listed) return listed[2];
  const readLike = READS | bit("download") | bit("check");
  return ((readLike & bit(asked)) !== 0) === ((readLike & bit(offered)) !== 0) ? -0.4 : -0.8;
}

/** -1 (contradicts) to 1 (same class); 0 when either side says nothing. Best pair of the two masks. */
export function affinity(asked: number, offered: number): number {
  if (asked === 0 || offered === 0) return 0;
  let best = -1;
  for (let a = 0; a < VERB_CLASSES.length; a++) {
    if ((asked & (1 << a)) === 0) continue;
    for (let o = 0; o < VERB_CLASSES.length; o++) {
      if ((offered & (1 << o)) !== 0) best = Math.max(best, TABLE[a]?.[o] ?? 0);
    }
  }
  return best;
}
