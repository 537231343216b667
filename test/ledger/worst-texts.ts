/** Texts that cost redaction most, as far as they are known: beginnings of every shape again and again, names, quotes, brackets. */

const BEGINNINGS: readonly string[] = [
  ...[
    "eyJ-",
    "eyJ",
    "eyJaaaaaaaaaa.",
    "eyJaaaaaaaaaa..",
    "sk-",
    "sk-a",
    "M-",
    "MMMMMMMMMMMMMMMMMMMMMMMMMM.MMMMMM.",
    "1//0a",
  ],
  ...[
    "-----BEGIN ",
    "-----BEGIN PRIVATE KEY-----a",
    "-----BEGIN PRIVATE KEY-----!",
    "://a:",
    "://",
    "bearer ",
    "Bearer aaaaaaaaaaaaaaa ",
  ],
  ...[
    "0123456789abcdef",
    "12345678:AA",
    "pat12345678901234.",
    "SG.aaaaaaaaaaaaaaaa.",
    "ya29.aaaaaaaaaaaaaaa ",
    "hooks.slack.com/services/",
  ],
  ...[
    "password",
    "password: ",
    "password=",
    'password:"',
    "password='\\",
    'password:"\\\\"',
    "--token a ",
    "--a ",
    "authorization: \n",
  ],
  ...[
    "cookie: a=b; ",
    "x_key ",
    "a.",
    "a_b-c.d",
    "a=b=",
    '"a","a",',
    "\\",
    '\\"',
    "[",
    '{"a":',
    '{"password":',
    '["token",',
    '"',
    "%25",
    "\u2028",
  ],
  ...["a", "hello world ", 'The "token": quick=brown; fox '],
];

/** Values of JSON that begin, break off and begin again, with names of credentials. */
const JSON_BEGINNINGS: readonly string[] = [
  ...['{"token":["\\"', '["\\"[', '"[', '["\\n["', '{[["\\"{"a":', '{"password":{"a":"b"}} ', '{"name":"sid","value":'],
  ...[
    '[["X-Api-Key","v"],',
    '{"passwords":[',
    '"a-b-c",',
    "curl -u a:b ",
    `curl "curl 'curl -`,
    String.raw`curl -\\\\\\\\\"`,
    'form-data; name="password"\n',
  ],
];

/** One text in JSON: beginnings of private keys, then an end, then more. @param length about */
export function keyBeginnings(length: number): string {
  const half = Math.ceil(length / 2);
  return JSON.stringify([`${"-----BEGIN PRIVATE KEY".repeat(half / 22)}-----END ${"x".repeat(half)}`]);
}

/** @param length of each, about */
export function worstTexts(length: number): readonly { readonly what: string; readonly text: string }[] {
  const repeated = (part: string): string => part.repeat(Math.ceil(length / part.length));
  const texts = BEGINNINGS.map((part) => ({ what: JSON.stringify(part), text: repeated(part) }));
  const rows = Array.from({ length: length / 60 }, (_, id) => ({ id, token: "a", name: `name ${id}`, author: "x=y" }));
  return [
    ...texts,
    // With a credential's name in it, no text is let through at first sight.
    ...texts.map(({ what, text }) => ({ what: `token and ${what}`, text: `token ${text}` })),
    ...JSON_BEGINNINGS.map((part) => ({ what: `JSON ${JSON.stringify(part)}`, text: `token ${repeated(part)}` })),
    { what: "one value that does not end", text: `password="${repeated("\\\\")}` },
    { what: "numbers as long as a value may be", text: repeated(`token: ${"1".repeat(4_090)}\n`) },
    { what: "rows of JSON", text: JSON.stringify(rows) },
    { what: "rows of JSON that are cut", text: JSON.stringify(rows).slice(0, -1) },
    {
      what: "JSON in JSON in JSON",
      text: JSON.stringify(JSON.stringify(JSON.stringify(rows.slice(0, rows.length / 4)))),
    },
    {
      what: "a long value in a pair with many names",
      text: `{"value":"${"ab cd ".repeat(length / 12)}","x":1${',"name":"token"'.repeat(length / 28)}}`,
    },
    {
      what: "a long value with escapes in a pair with many names",
      text: `{"value":"${String.raw`ab\n`.repeat(length / 8)}","x":1${',"name":"password"'.repeat(length / 36)}}`,
    },
    { what: "a call of curl with many options", text: `curl ${repeated(" -uuuuuuu")}` },
    { what: "a call of curl with one long word", text: `curl ${repeated(",-uuuuuuu")}` },
    { what: "deep JSON with names", text: `${'{"password":'.repeat(length / 26)}1${"}".repeat(length / 26)}` },
  ];
}
