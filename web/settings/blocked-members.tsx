import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './blocked-members.module.css';
import section from './section.module.css';

export function BlockedMembers() {
  const { t } = useTranslation(['notifications', 'common']);
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(callPages('blocks', {}));
  const unblock = useMutation({
    mutationFn: (profile: number) => api.call('unblock', { body: { profile } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['blocks'] }),
    onError: (error) => toast('error', errorText(error)),
  });
  const people = data?.pages.flatMap(({ profiles }) => profiles) ?? [];
  return (
    <Card>
      <h2>{t('blocked.title')}</h2>
      <p className={section['lead']}>{t(people.length > 0 ? 'blocked.lead' : 'blocked.none')}</p>
      {people.length > 0 && (
        <ul className={styles['people']}>
          {people.map((person) => (
            <li key={person.id}>
              <Avatar profile={person} size={44} />
              <span>
                {person.name} <KindLabel profile={person} plain />
              </span>
              <Button
                look="secondary"
                size="s"
                busy={unblock.isPending && unblock.variables === person.id}
                onClick={() => unblock.mutate(person.id)}
              >
                {t('blocked.unblock')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common:more')}
        </Button>
      )}
    </Card>
  );
}
