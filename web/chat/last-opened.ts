/** The conversation that was opened last since the page was loaded: with whom, and when. */
interface LastOpened {
  member: number;
  profile: number;
  at: number;
}

/** Longer ago than this somebody comes back for something else, milliseconds. */
const KEPT_MS = 3_600_000;

let last: LastOpened | null = null;

/** Notes in the browser that a member opened the conversation with a profile. */
export function noteOpened(member: number, profile: number): void {
  last = { member, profile, at: Date.now() };
}

/** The profile with which the member last had a conversation open, within the hour; null otherwise. */
export const lastOpenedBy = (member: number): number | null => (last?.member === member && Date.now() - last.at < KEPT_MS ? last.profile : null);
