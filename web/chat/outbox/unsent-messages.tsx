import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUser } from '#web/session/use-session.ts';
import { mayHaveUnsent } from './unsent-db.ts';

/** Sends on any page what an earlier one left unsent: a message that waited for credits goes out once they are bought. */
export function UnsentMessages() {
  const member = useUser()?.id;
  const queries = useQueryClient();
  useEffect(() => {
    if (member !== undefined && mayHaveUnsent(member)) void import('./outbox.ts').then(({ outboxOf }) => outboxOf(queries, member));
  }, [member, queries]);
  return null;
}
