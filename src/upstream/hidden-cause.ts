/**
 * Why a request had no answer, where the runtime does not say it: workerd reports the same "internal error" for a name that cannot be found,
 * for a certificate that it does not trust, and for a server without TLS.
 */

/** @param reason in the runtime's words @returns what follows "it cannot be reached:"; undefined where the reason says it */
export function hiddenCause({ protocol, hostname }: URL, reason: string): string | undefined {
  const isHidden = isInternal(reason);
  if (!isHidden && !/getaddrinfo|DNS|resolve/i.test(reason)) return undefined;
  const causes = [
    ...(/^[\d.]+$|^\[/.test(hostname) ? [] : [`the name ${hostname} cannot be found`]),
    ...(isHidden && protocol === "https:"
      ? [`its certificate is not trusted (${TRUST})`, "it does not speak TLS"]
      : []),
  ];
  return causes.length < 2 ? causes[0] : `${causes.slice(0, -1).join(", ")}, or ${causes.at(-1) ?? ""}`;
}

const TRUST = "NODE_EXTRA_CA_CERTS adds certificate authorities for a local gateway";

/** @returns true if the words say nothing to a reader */
export function isInternal(reason: string): boolean {
  return /internal error/i.test(reason);
}
