/** Server-side request forgery by the address: every spelling we know of a place the gateway must not be sent to. */
import { describe, expect, it } from "vitest";
import { refuseAddress } from "../../../src/upstream/guarded-fetch/refuse-address.ts";

const NOT_PUBLIC = "is not on the public internet";
const INTERNAL = "names a host that is not on the public internet";
const NO_TLS = "uses http: instead of https:";
const STANDS_FOR_ADDRESS = "is a name that may stand for a private address";
const USER = "carries a user name or password";
const NOT_A_URL = "is not a URL";

const REFUSED: readonly { readonly given: string; readonly want: string }[] = [
  // Without TLS, or not for the web at all
  { given: "http://example.com/", want: NO_TLS },
  { given: "http://169.254.169.254/latest/meta-data/", want: NO_TLS },
  { given: "ftp://example.com/", want: "uses ftp: instead of https:" },
  { given: "file:///etc/passwd", want: "uses file: instead of https:" },
  { given: "data:application/json,{}", want: "uses data: instead of https:" },
  { given: "javascript:alert(1)", want: "uses javascript: instead of https:" },
  { given: "blob:https://example.com/1", want: "uses blob: instead of https:" },
  { given: "ws://example.com/", want: "uses ws: instead of https:" },
  { given: "gopher://127.0.0.1:6379/_", want: "uses gopher: instead of https:" },
  // Loopback
  { given: "https://127.0.0.1/", want: NOT_PUBLIC },
  { given: "https://127.255.255.254/", want: NOT_PUBLIC },
  { given: "https://127.1/", want: NOT_PUBLIC },
  { given: "https://127.0.1/", want: NOT_PUBLIC },
  { given: "https://2130706433/", want: NOT_PUBLIC },
  { given: "https://0x7f000001/", want: NOT_PUBLIC },
  { given: "https://0x7f.0x0.0x0.0x1/", want: NOT_PUBLIC },
  { given: "https://0x7F.1/", want: NOT_PUBLIC },
  { given: "https://017700000001/", want: NOT_PUBLIC },
  { given: "https://0177.0.0.1/", want: NOT_PUBLIC },
  { given: "https://0177.0x0.1/", want: NOT_PUBLIC },
  { given: "https://00000177.0.0.1/", want: NOT_PUBLIC },
  { given: "https://127.0.0.1./", want: NOT_PUBLIC },
  { given: "https://%31%32%37.0.0.1/", want: NOT_PUBLIC },
  { given: "https://127%2e0%2e0%2e1/", want: NOT_PUBLIC },
  { given: "https://127。0。0。1/", want: NOT_PUBLIC },
  { given: "https://①②⑦.⓪.⓪.①/", want: NOT_PUBLIC },
  { given: "https://127.0.0.1/", want: NOT_PUBLIC },
  { given: "https:127.0.0.1", want: NOT_PUBLIC },
  { given: "https:\\\\127.0.0.1\\path", want: NOT_PUBLIC },
  { given: "https://127.0.0.1:443/", want: NOT_PUBLIC },
  { given: " https://127.0.0.1/", want: NOT_PUBLIC },
  { given: "ht\ntps://127.0.0.1/", want: NOT_PUBLIC },
  { given: "https://[::1]/", want: NOT_PUBLIC },
  { given: "https://[0:0:0:0:0:0:0:1]/", want: NOT_PUBLIC },
  { given: "https://[0000:0000:0000:0000:0000:0000:0000:0001]/", want: NOT_PUBLIC },
  // This network, private, carrier-grade, link-local, reserved
  { given: "https://0/", want: NOT_PUBLIC },
  { given: "https://0.0.0.0/", want: NOT_PUBLIC },
  { given: "https://10.0.0.1/", want: NOT_PUBLIC },
  { given: "https://012.0.0.1/", want: NOT_PUBLIC },
  { given: "https://172.16.0.1/", want: NOT_PUBLIC },
  { given: "https://172.31.255.255/", want: NOT_PUBLIC },
  { given: "https://192.168.1.1/", want: NOT_PUBLIC },
  { given: "https://3232235777/", want: NOT_PUBLIC },
  { given: "https://0xc0a80101/", want: NOT_PUBLIC },
  { given: "https://100.64.0.1/", want: NOT_PUBLIC },
  { given: "https://100.127.255.255/", want: NOT_PUBLIC },
  { given: "https://198.18.0.1/", want: NOT_PUBLIC },
  { given: "https://192.0.2.1/", want: NOT_PUBLIC },
  { given: "https://224.0.0.1/", want: NOT_PUBLIC },
  { given: "https://255.255.255.255/", want: NOT_PUBLIC },
  // Metadata services
  { given: "https://169.254.169.254/", want: NOT_PUBLIC },
  { given: "https://2852039166/", want: NOT_PUBLIC },
  { given: "https://0xa9.0xfe.0xa9.0xfe/", want: NOT_PUBLIC },
  { given: "https://0251.0376.0251.0376/", want: NOT_PUBLIC },
  { given: "https://169.254.43518/", want: NOT_PUBLIC },
  { given: "https://169.254.169.254./", want: NOT_PUBLIC },
  { given: "https://100.100.100.200/", want: NOT_PUBLIC },
  { given: "https://168.63.129.16/", want: NOT_PUBLIC },
  { given: "https://192.0.0.192/", want: NOT_PUBLIC },
  { given: "https://[fd00:ec2::254]/", want: NOT_PUBLIC },
  { given: "https://metadata.google.internal/", want: INTERNAL },
  { given: "https://METADATA.google.internal./", want: INTERNAL },
  // IPv6 that is not global, or carries IPv4
  { given: "https://[::]/", want: NOT_PUBLIC },
  { given: "https://[::ffff:127.0.0.1]/", want: NOT_PUBLIC },
  { given: "https://[::ffff:7f00:1]/", want: NOT_PUBLIC },
  { given: "https://[0:0:0:0:0:ffff:a9fe:a9fe]/", want: NOT_PUBLIC },
  { given: "https://[::127.0.0.1]/", want: NOT_PUBLIC },
  { given: "https://[64:ff9b::127.0.0.1]/", want: NOT_PUBLIC },
  { given: "https://[64:ff9b:1::a00:1]/", want: NOT_PUBLIC },
  { given: "https://[2002:7f00:1::]/", want: NOT_PUBLIC },
  { given: "https://[2001:0:7f00:1::]/", want: NOT_PUBLIC },
  { given: "https://[2001:db8::1]/", want: NOT_PUBLIC },
  { given: "https://[fe80::1]/", want: NOT_PUBLIC },
  { given: "https://[fc00::1]/", want: NOT_PUBLIC },
  { given: "https://[fdff:ffff::1]/", want: NOT_PUBLIC },
  { given: "https://[fec0::1]/", want: NOT_PUBLIC },
  { given: "https://[ff02::1]/", want: NOT_PUBLIC },
  { given: "https://[100::1]/", want: NOT_PUBLIC },
  { given: "https://[fe80::1%25eth0]/", want: NOT_A_URL },
  { given: "https://[fe80::1%eth0]/", want: NOT_A_URL },
  // Names
  { given: "https://localhost/", want: INTERNAL },
  { given: "https://LocalHost./", want: INTERNAL },
  { given: "https://localhost../", want: INTERNAL },
  { given: "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", want: INTERNAL },
  { given: "https://loc\u00adalhost/", want: INTERNAL },
  { given: "https://anything.localhost/", want: INTERNAL },
  { given: "https://localhost.localdomain/", want: INTERNAL },
  { given: "https://intranet/", want: INTERNAL },
  { given: "https://printer.local/", want: INTERNAL },
  { given: "https://router.home.arpa/", want: INTERNAL },
  { given: "https://1.0.0.127.in-addr.arpa/", want: INTERNAL },
  { given: "https://127.0.0.1.nip.io/", want: STANDS_FOR_ADDRESS },
  { given: "https://7f000001.nip.io/", want: STANDS_FOR_ADDRESS },
  { given: "https://127-0-0-1.sslip.io/", want: STANDS_FOR_ADDRESS },
  { given: "https://localtest.me/", want: STANDS_FOR_ADDRESS },
  { given: "https://anything.localho.st/", want: STANDS_FOR_ADDRESS },
  { given: "https://10-0-0-1.traefik.me/", want: STANDS_FOR_ADDRESS },
  { given: "https://7f000001.c0a80001.rbndr.us/", want: STANDS_FOR_ADDRESS },
  { given: "https://10-0-0-1.backname.io/", want: STANDS_FOR_ADDRESS },
  { given: "https://anything.local.gd/", want: STANDS_FOR_ADDRESS },
  { given: "https://192-168-1-1.my.local-ip.co/", want: STANDS_FOR_ADDRESS },
  { given: "https://10-0-0-1.ip.addr.tools/", want: STANDS_FOR_ADDRESS },
  { given: "https://10.0.0.1.xip.name/", want: STANDS_FOR_ADDRESS },
  { given: "https://api.team.svc/", want: INTERNAL },
  { given: "https://vault.service.consul/", want: INTERNAL },
  { given: "https://fritz.box/", want: INTERNAL },
  // A user part hides the host
  { given: "https://example.com@127.0.0.1/", want: USER },
  { given: "https://user:password@example.com/", want: USER },
  { given: "https://user@example.com/", want: USER },
  { given: "https://example.com:443@127.0.0.1/", want: USER },
  // Not addresses
  { given: "https://127.0.0.1%00.example.com/", want: NOT_A_URL },
  { given: "https://256.256.256.256/", want: NOT_A_URL },
  { given: "https://1.2.3.4.5/", want: NOT_A_URL },
  { given: "https://", want: NOT_A_URL },
  { given: "/relative", want: NOT_A_URL },
  { given: "//example.com", want: NOT_A_URL },
  { given: "", want: NOT_A_URL },
];

const ALLOWED = [
  "https://example.com/.well-known/oauth-authorization-server?x=1#y",
  "https://example.com.:8443/",
  "https://1.1.1.1/",
  "https://172.32.0.1/",
  "https://100.128.0.1/",
  "https://[2606:4700:4700::1111]/",
  "https://localhost.example.com/",
  "https://internal.example.com/",
  "https://xn--bcher-kva.example/",
];

const LOCAL: readonly { readonly given: string; readonly want: string | undefined }[] = [
  { given: "http://127.0.0.1:3000/", want: undefined },
  { given: "http://localhost:3000/", want: undefined },
  { given: "https://[::1]:3000/", want: undefined },
  { given: "http://2130706433/", want: undefined },
  { given: "http://user@127.0.0.1/", want: USER },
  { given: "ftp://127.0.0.1/", want: "uses ftp: instead of http: or https:" },
  { given: "http://10.0.0.1/", want: NO_TLS },
  { given: "https://169.254.169.254/", want: NOT_PUBLIC },
  { given: "https://[::ffff:127.0.0.1]/", want: NOT_PUBLIC },
  { given: "https://0.0.0.0/", want: NOT_PUBLIC },
  { given: "http://example.com/", want: NO_TLS },
];

describe("in a deployment", () => {
  it.each(REFUSED)("$given $want", ({ given, want }) => {
    expect(refuseAddress(given, false)).toBe(want);
  });

  it.each(ALLOWED)("%s is asked", (given) => {
    expect(refuseAddress(given, false)).toBeUndefined();
  });
});

describe("on a developer's machine, which may ask itself", () => {
  it.each(LOCAL)("$given $want", ({ given, want }) => {
    expect(refuseAddress(given, true)).toBe(want);
  });
});
