interface LastOpened {
  member: number;
  profile: number;
  at: number;
}

/** After this time, the conversation opened last is no longer suggested. */
const KEPT_MS = 3_600_000;

let last: LastOpened | null = null;

export function noteOpened(member: number, profile: number): void {
  last = { member, profile, at: Date.now() };
}

export const lastOpenedBy = (member: number): number | null =>
  last?.member === member && Date.now() - last.at < KEPT_MS ? last.profile : null;
