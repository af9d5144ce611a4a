import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mayHaveUnsent } from '#web/session/unsent-mark.ts';
import { useUser } from '#web/session/use-session.ts';

/**
 * Resends messages that an earlier page left unsent, on any screen. For example, a message that failed for
 * lack of credits goes out after a purchase.
 */
export function UnsentMessages() {
  const member = useUser()?.id;
  const queries = useQueryClient();
  useEffect(() => {
    if (member !== undefined && mayHaveUnsent(member))
      void import('./outbox.ts').then(({ outboxOf }) => outboxOf(queries, member));
  }, [member, queries]);
  return null;
}
