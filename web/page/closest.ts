export const closestToTarget = <E extends HTMLElement>(
  { target }: { target: unknown },
  selector: string,
): E | null => (target instanceof Element ? target.closest<E>(selector) : null);
