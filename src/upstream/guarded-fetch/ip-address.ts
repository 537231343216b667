/**
 * Which IP addresses are somewhere on the public internet, after the special-purpose registries of IANA (RFC 6890). Takes
 * addresses as a parsed URL spells them (`URL.hostname`): WHATWG parsing has already turned decimal, octal, hexadecimal, short,
 * percent-encoded and full-width spellings into four decimal numbers, and IPv6 into its compressed lower-case form.
 */

/** First address and prefix length. What is not listed is public. */
const SPECIAL_V4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT; also Alibaba's metadata service
  ["127.0.0.0", 8],
  ["168.63.129.16", 32], // Azure's host, reachable from inside its network only
  ["169.254.0.0", 16], // link-local: the metadata service of most clouds
  ["172.16.0.0", 12],
  ["192.0.0.0", 24], // also Oracle's metadata service
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3], // multicast, reserved, broadcast
];

/**
 * The other way round for IPv6: nothing is public but global unicast, and of that not what carries an IPv4 address
 * or is set aside. So mapped, compatible, NAT64, unique-local, link-local and multicast addresses need no mention.
 */
const PUBLIC_V6 = ["2000::", 3] as const;
const SPECIAL_V6: readonly (readonly [string, number])[] = [
  ["2001::", 23], // protocol assignments, Teredo
  ["2001:db8::", 32],
  ["2002::", 16], // 6to4
  ["3fff::", 20],
];

type IpAddress = { readonly version: 4 | 6; readonly value: bigint };

/** @param hostname as `URL.hostname` has it: IPv6 in brackets; undefined when it is a name */
export function parseIp(hostname: string): IpAddress | undefined {
  if (hostname.startsWith("[")) return { version: 6, value: v6(hostname.slice(1, -1)) };
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? { version: 4, value: v4(hostname) } : undefined;
}

export function isLoopback({ version, value }: IpAddress): boolean {
  return version === 4 ? value >> 24n === 127n : value === 1n;
}

export function isPublic({ version, value }: IpAddress): boolean {
  if (version === 4)
    return !SPECIAL_V4.some(([first, length]) => value >> BigInt(32 - length) === v4(first) >> BigInt(32 - length));
  const isIn = ([first, length]: readonly [string, number]): boolean =>
    value >> BigInt(128 - length) === v6(first) >> BigInt(128 - length);
  return isIn(PUBLIC_V6) && !SPECIAL_V6.some(isIn);
}

function v4(text: string): bigint {
  return text.split(".").reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function v6(text: string): bigint {
  const [head = "", tail] = text.split("::");
  const groups = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: zeros }, () => "0"), ...after].reduce(
    (sum, group) => (sum << 16n) | BigInt(`0x${group}`),
    0n,
  );
}
