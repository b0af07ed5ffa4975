/** The file of the page that other pages may frame. */
const file = "embed.html";

/** Whether this is a board in another page. */
export const isEmbedded = location.pathname.endsWith(`/${file}`);

/** The address of a board for a frame, from that of the page. */
export function embeddedAddress(address: string): string {
  const { origin, pathname, hash } = new URL(address);
  return `${origin}${pathname.replace(/[^/]*$/, file)}${hash}`;
}

/** The address of the page that shows what a frame does. */
export function wholeAddress(address: string): string {
  const { origin, pathname, hash } = new URL(address);
  return `${origin}${pathname.slice(0, -file.length)}${hash}`;
}
