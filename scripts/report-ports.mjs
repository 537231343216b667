// Says which port the gateway or the sample server got when the wanted one was taken, and recognizes another gateway on it.

/** Time that another program on the wanted port has to say what it is. */
const OTHER_MS = 3_000;

/** Prints the port that `what` uses if it is not the wanted one. */
export function reportPort(what, wanted, got) {
  if (wanted !== got) console.log(`Port ${wanted} is taken; the ${what} uses ${got}.`);
}

/** Says as well if it is another gateway that has the port. */
export async function reportGatewayPort(wanted, got) {
  const origin = `http://127.0.0.1:${wanted}`;
  if (wanted === got || !(await isIsogate(origin))) return reportPort("gateway", wanted, got);
  console.log(`An Isogate already runs at ${origin}; this one uses ${got}.`);
}

/** The gateway answers /server.json to everybody, without a key. */
function isIsogate(origin) {
  return fetch(`${origin}/server.json`, { signal: AbortSignal.timeout(OTHER_MS) })
    .then((response) => response.json())
    .then(({ name }) => typeof name === "string" && name.endsWith("/isogate"))
    .catch(() => false);
}
