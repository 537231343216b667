/** What a script is told of a server that an admin has switched off or removed while its run goes on. */
export function goneServer(server: string): string {
  return `${server} was switched off or removed by an admin of the gateway. Nothing more was sent to it. An admin can switch it on or add it again.`;
}
