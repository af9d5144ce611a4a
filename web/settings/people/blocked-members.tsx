import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';
import { PeopleCard } from './people-card.tsx';

export function BlockedMembers() {
  const { t } = useTranslation('notifications');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(callPages('blocks', {}));
  const unblock = useMutation({
    mutationFn: (profile: number) => api.call('unblock', { body: { profile } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['blocks'] });
    },
    onError: (error) => toast('error', errorText(error)),
  });
  const people = data?.pages.flatMap(({ profiles }) => profiles) ?? [];
  return (
    <PeopleCard
      title={t('blocked.title')}
      lead={t(people.length > 0 ? 'blocked.lead' : 'blocked.none')}
      people={people}
      action={t('blocked.unblock')}
      onAct={unblock.mutate}
      busy={unblock.isPending ? unblock.variables : undefined}
      more={{ has: hasNextPage, busy: isFetchingNextPage, load: () => void fetchNextPage() }}
    />
  );
}
