import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';
import { PeopleCard } from './people-card.tsx';

export function DismissedMembers() {
  const { t } = useTranslation('notifications');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    callPages('dismissed', {}),
  );
  const restore = useMutation({
    mutationFn: (profile: number) => api.call('restoreProfile', { body: { profile } }),
    onSuccess: () => {
      for (const what of ['dismissed', 'members', 'member'])
        void queries.invalidateQueries({ queryKey: [what] });
    },
    onError: (error) => toast('error', errorText(error)),
  });
  const people = data?.pages.flatMap(({ profiles }) => profiles) ?? [];
  return (
    <PeopleCard
      title={t('not_for_me.title')}
      lead={t(people.length > 0 ? 'not_for_me.lead' : 'not_for_me.none')}
      people={people}
      action={t('not_for_me.restore')}
      onAct={restore.mutate}
      busy={restore.isPending ? restore.variables : undefined}
      more={{ has: hasNextPage, busy: isFetchingNextPage, load: () => void fetchNextPage() }}
    />
  );
}
