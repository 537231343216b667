/** The connection of a tunnel says when it has enough to send, and when there is room again. */
import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { expect, it } from "vitest";
import { TunnelConnection } from "../../src/cli/tunnel/connection.ts";
import { MAX_TUNNEL_UNSENT_CHARS } from "../../src/limits/tunnel-limits.ts";

/** Accepts a WebSocket (RFC 6455) and reads nothing of it. */
async function acceptUnread(): Promise<{ url: string; accepted: Promise<Duplex>; close: () => void }> {
  const accepted = Promise.withResolvers<Duplex>();
  const server = createServer().on("upgrade", (request, socket) => {
    const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    socket.write(`${lines.join("\r\n")}\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    socket.pause();
    accepted.resolve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, accepted: accepted.promise, close };
}

it("waits while much is unsent, and goes on when it is sent", async () => {
  const { url, accepted, close } = await acceptUnread();
  const stopped = new AbortController();
  const isOpen = Promise.withResolvers<void>();
  const connection = new TunnelConnection({
    gateway: { url, client: "test" },
    id: randomUUID(),
    servers: ["a"],
    signal: stopped.signal,
    onFrame: () => undefined,
    onState: () => isOpen.resolve(),
  });
  const running = connection.run();
  try {
    const socket = await accepted;
    await isOpen.promise;
    expect(connection.drained()).toBeUndefined();
    const text = "x".repeat(1_000_000);
    // The system takes some megabytes of its own.
    for (let sent = 0; sent < MAX_TUNNEL_UNSENT_CHARS * 5; sent += text.length) {
      connection.send({ server: "a", session: "s", message: { text } });
    }
    const drained = connection.drained();
    expect(drained).toBeInstanceOf(Promise);
    socket.resume();
    await drained;
    expect(connection.drained()).toBeUndefined();
    socket.destroy();
  } finally {
    stopped.abort();
    close();
    await running;
  }
});
