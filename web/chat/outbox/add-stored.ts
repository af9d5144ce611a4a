import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contract/membership/user.ts';
import { userQuery } from '#web/session/queries.ts';
import { loadUnsent, type Unsent } from '#web/session/unsent-db.ts';
import type { createUnsentQueue } from './unsent-queue.ts';

/** Adds the messages that an earlier page left unsent. A failed one is sent again if its reason may be gone. */
export async function addStored(
  queries: QueryClient,
  queue: ReturnType<typeof createUnsentQueue>,
  member: number,
): Promise<void> {
  const stored = await loadUnsent(member);
  const user = queries.getQueryData(userQuery.queryKey);
  for (const message of stored) {
    const state = message.state === 'failed' && !isResolved(message, user) ? 'failed' : 'waiting';
    if (!queue.find(message.client_id)) queue.add({ ...message, state });
  }
}

function isResolved({ code }: Unsent, user: User | null | undefined): boolean {
  if (code === 'not_enough_credits') return (user?.credits ?? 0) > 0;
  if (code === 'conversation_limit') return user?.paid_user ?? false;
  return code === 'unavailable';
}
