import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconHistory } from '#web/ui/icons.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './people-strip.module.css';

export const recentQuery = callQuery('recentlyViewed');

export function RecentlyViewed() {
  const { t } = useTranslation(['members', 'common']);
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const id = useId();
  const { data } = useQuery(recentQuery);
  const clear = useMutation({
    mutationFn: () => api.call('forgetViewed'),
    onSuccess: () => queries.setQueryData(recentQuery.queryKey, { profiles: [] }),
    onError: (error) => toast('error', errorText(error)),
  });
  if (!data || data.profiles.length === 0) return null;
  return (
    <section className={styles['people']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id}>
          <IconHistory size={18} aria-hidden="true" />
          {t('search.recent.title')}
        </h2>
        <Button
          look="quiet"
          size="s"
          busy={clear.isPending}
          aria-label={t('search.recent.clear_label')}
          onClick={() => clear.mutate()}
        >
          {t('search.recent.clear')}
        </Button>
      </div>
      <ul className={styles['strip']}>
        {data.profiles.map((profile) => (
          <li key={profile.id}>
            <Link to={`/members/${profile.id}`} className={styles['person']}>
              <Avatar profile={profile} size={56} />
              <span className={styles['name']}>{profile.name}</span>
              <KindLabel profile={profile} plain />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
