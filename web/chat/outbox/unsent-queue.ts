import type { Unsent, UnsentState } from '#web/session/unsent-db.ts';

/** Not part of the script of every conversation. */
export const unsentDb = () => import('#web/session/unsent-db.ts');

const none: readonly Unsent[] = [];

export function createUnsentQueue() {
  const byProfile = new Map<number, readonly Unsent[]>();
  const listeners = new Set<() => void>();

  const to = (profile: number) => byProfile.get(profile) ?? none;
  const set = (profile: number, messages: readonly Unsent[]) => {
    byProfile.set(profile, messages);
    for (const listener of listeners) listener();
  };
  return {
    to,
    find: (clientId: string) =>
      [...byProfile.values()].flat().find((message) => message.client_id === clientId),
    recipients: () => [...byProfile.keys()],
    add: (message: Unsent) => set(message.profile, [...to(message.profile), message]),
    update({ profile, client_id }: Unsent, change: Partial<UnsentState>) {
      set(
        profile,
        to(profile).map((message) => (message.client_id === client_id ? { ...message, ...change } : message)),
      );
    },
    remove({ profile, client_id }: Unsent) {
      set(
        profile,
        to(profile).filter((message) => message.client_id !== client_id),
      );
      unsentDb()
        .then(({ deleteUnsent }) => deleteUnsent(client_id))
        .catch(() => {});
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
