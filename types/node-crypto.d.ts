/** What the gateway uses of it: hashes without a round trip through the event loop. */
declare module "node:crypto" {
  export function createHash(algorithm: "sha256"): {
    update(text: string): { digest(encoding: "hex" | "base64url"): string };
  };
}
