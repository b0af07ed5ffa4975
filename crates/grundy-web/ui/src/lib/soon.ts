/** Milliseconds that a page waits for something that would move what is on it. */
const patience = 700;

/** Ends when something has come or failed, or has taken too long to wait for. */
export function soon(something: Promise<unknown>): Promise<void> {
  const late = new Promise<void>((ended) => setTimeout(ended, patience));
  return Promise.race([late, something.then(() => undefined, () => undefined)]);
}
