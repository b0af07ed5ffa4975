const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The middle of what can be pressed, which is less than what is drawn of a place. */
export function centre(element: Element): [number, number] {
  const box = (element.querySelector(".hit") ?? element).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The element that lies nearest in the direction of an arrow key; sideways counts double. */
export function nearest<T extends Element>(from: T, all: Iterable<T>, key: string): T | null {
  const direction = directions[key];
  if (!direction) return null;
  const [x, y] = centre(from);
  let found: T | null = null;
  let least = Infinity;
  for (const element of all) {
    const [otherX, otherY] = centre(element);
    const along = (otherX - x) * direction[0] + (otherY - y) * direction[1];
    const across = Math.abs((otherX - x) * direction[1]) + Math.abs((otherY - y) * direction[0]);
    if (element === from || along < 1) continue;
    if (along + 2 * across < least) [found, least] = [element, along + 2 * across];
  }
  return found;
}

/** The element nearest to a spot of the window. */
export function closest<T extends Element>(all: T[], [x, y]: [number, number]): T | undefined {
  const distance = (element: T) => {
    const [otherX, otherY] = centre(element);
    return Math.hypot(otherX - x, otherY - y);
  };
  return all.map((element) => ({ element, far: distance(element) })).sort((a, b) => a.far - b.far)[0]?.element;
}

/** The element that has the focus, seen from an element in the page or in a shadow tree. */
export function focusedIn(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.activeElement : document.activeElement;
}
