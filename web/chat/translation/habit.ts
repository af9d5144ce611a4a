import { persistentStorage } from '#web/page/browser-storage.ts';

const keyOf = (member: number, profile: number) => `translate:${member}:${profile}`;

/** Whether this browser translates each new message of the conversation. */
export const isHabit = (member: number, profile: number): boolean =>
  persistentStorage.get(keyOf(member, profile)) !== null;

export function storeHabit(member: number, profile: number, habit: boolean): void {
  if (habit) persistentStorage.set(keyOf(member, profile), '1');
  else persistentStorage.remove(keyOf(member, profile));
}
