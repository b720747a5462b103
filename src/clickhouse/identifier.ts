/** What ClickHouse reads as a name without quotes. */
const PLAIN = /^[A-Za-z_]\w*$/;

/** The name of a user or a database as statements have it: quoted if it has to be. */
export function identifier(name: string): string {
  return PLAIN.test(name) ? name : `\`${name.replaceAll(/[\\`]/g, "\\$&")}\``;
}
