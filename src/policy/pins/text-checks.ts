/** Finds content in a tool's texts that gives orders to a model, or that a person cannot read. Invisible characters are in hidden-text.ts. */
import type { Finding } from "./finding.ts";
import { withoutHidden } from "./hidden-text.ts";

export function checkLookAlike(name: string, place: string): readonly Finding[] {
  const mixes = /[A-Za-z]/.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}\uFF21-\uFF5A]/u.test(name);
  return mixes
    ? [
        {
          kind: "look-alike-name",
          severity: "hold",
          place,
          message: "Its name mixes letters of alphabets that look alike.",
        },
      ]
    : [];
}

/** Each pattern begins with something fixed and repeats nothing without a bound. */
const INSTRUCTIONS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: "tells the model to ignore its instructions",
    pattern:
      /\b(?:ignore|disregard|forget|override)\s{1,4}(?:all |any |the |your |these ){0,3}(?:previous|prior|earlier|above|preceding|system|other|safety)\s{1,4}(?:instructions?|rules?|prompts?|messages?|directives?|guidelines?|polic(?:y|ies))/i,
  },
  {
    what: "tells the model to keep something from the user",
    pattern:
      /\b(?:do not|don't|never|without|avoid)\s{1,4}(?:ever )?(?:tell|mention|inform|reveal|show|notify|disclose|alert|telling|mentioning|informing|revealing|notifying|disclosing|alerting)(?:ing)?\s{1,4}(?:\w{1,20} ){0,4}(?:to )?(?:the )?(?:users?|humans?|person|operators?)\b/i,
  },
  {
    what: "tells the model to act secretly",
    pattern:
      /\b(?:silently|secretly|covertly|quietly|discreetly)\s{1,4}(?:send|forward|upload|copy|post|include|append|attach|add|bcc|exfiltrate|read|call|transmit)\b/i,
  },
  {
    what: "speaks with the voice of the system",
    pattern:
      /<\s?\/?(?:important|system|hidden|instructions?|admin|sys|assistant)\s?>|\[(?:system|inst|\/inst)\]|<\|(?:im_start|im_end|system|endoftext)\|>|^(?:###\s?)?(?:system|assistant)\s?(?:prompt|message|override|note)?\s?:/im,
  },
  {
    what: "asks for files with credentials",
    pattern:
      /(?:~|\$HOME|\/home\/\w{1,32}|\/root)\/\.(?:ssh\/?(?!\S{0,40}\.pub\b)|aws|cursor|config\/gcloud|kube|gnupg|netrc|npmrc|docker\/config)|\bid_(?:rsa|ed25519)\b(?!\.pub)|\/etc\/(?:passwd|shadow)\b|\bmcp\.json\b/i,
  },
  {
    what: "asks for the conversation or the prompt",
    pattern:
      /\b(?:include|pass|send|add|append|provide|put|attach|forward|copy)\s{1,4}(?:\w{1,20} ){0,6}(?:system prompt|conversation history|chat history|previous messages|entire conversation|full conversation)\b/i,
  },
  {
    what: "makes itself a condition of every other tool",
    pattern:
      /\bbefore\s{1,4}(?:using|calling|invoking)\s{1,4}(?:this or )?any\s{1,4}other\s{1,4}tools?\b.{0,80}\b(?:must|always|required|need to)\b|\b(?:must|always)\s{1,4}(?:be )?(?:call(?:ed)?|invoke(?:d)?|use(?:d)?|run)\s{1,4}(?:this(?: tool)?\s{1,4})?before\s{1,4}(?:any|every|all)\s{1,4}other\s{1,4}tools?\b/i,
  },
  {
    what: "sends data to an address of its own",
    pattern:
      /\b(?:send|forward|upload|post|bcc|cc|exfiltrate|transmit)\s{1,4}(?:\w{1,20} ){0,8}(?:to|at)\s{1,4}(?:https?:\/\/|[\w.+-]{1,40}@)[\w.-]{3,80}/i,
  },
];

export function checkInstructions(text: string, place: string): readonly Finding[] {
  // Compatibility forms of letters are normalized, and invisible characters inside words are removed.
  const plain = /[^\n\r\t -~]/.test(text) ? withoutHidden(text.normalize("NFKC")) : text;
  return INSTRUCTIONS.filter(({ pattern }) => pattern.test(plain)).map(({ what }) => ({
    kind: "instruction",
    severity: "hold",
    place,
    message: `Its text ${what}.`,
  }));
}

const BASE64 = /[A-Za-z0-9+/_-]{60,20000}/g;
const HEX = /(?:\\x[0-9a-f]{2}|%[0-9a-f]{2}|&#x?[0-9a-f]{2,6};|\\u[0-9a-f]{4}){12}|\b(?:[0-9a-f]{2}){40}/i;

/** Detects text that a person cannot read and that a model decodes without being told to. */
export function checkEncoded(text: string, place: string): readonly Finding[] {
  const finding = (what: string): Finding => ({
    kind: "encoded-text",
    severity: "hold",
    place,
    message: `It has ${what} in it.`,
  });
  if (HEX.test(text)) return [finding("text written as codes of characters")];
  for (const [run] of text.matchAll(BASE64)) if (decodesToText(run)) return [finding("readable text in base64")];
  return [];
}

function decodesToText(run: string): boolean {
  let decoded: string;
  try {
    const whole = run.slice(0, run.length - (run.length % 4));
    decoded = atob(whole.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return false;
  }
  const readable = decoded.replaceAll(/[^\n\r\t -~]/g, "").length;
  return readable / decoded.length > 0.95 && /[a-z]{3}\s[a-z]{2}/i.test(decoded);
}
