/** Minutes and seconds, for example `1:05`. */
export function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The length of a recording: the shortest is a second. */
export const lengthOf = (durationMs: number): string => clock(Math.max(1000, durationMs));
