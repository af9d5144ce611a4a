import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ProfileCard } from '#contract/profiles.ts';
import { ApiError } from '#web/api.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { showLiked } from '#web/likes/liked-cards.ts';
import { showNews } from '#web/likes/news.ts';
import { useLiveEvent } from '#web/session/live-events.ts';
import { callQuery, worthRetrying } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCards } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { Deck } from './deck.tsx';
import { Tomorrow } from './tomorrow.tsx';
import { UndoButton } from './undo-button.tsx';
import styles from './swipe-game.module.css';

const UNDO_MS = 10_000;

const swipeQuery = { ...callQuery('swipe'), staleTime: 0 };

export const load: ScreenLoad = ({ ensure, requireUser }) => {
  requireUser();
  return ensure(swipeQuery);
};
export const handle = { i18n: ['swipe', 'likes'] };

export default function SwipeGame() {
  const { t } = useTranslation('swipe');
  const queries = useQueryClient();
  const { data: swipe } = useQuery(swipeQuery);
  const { swipe_likes: dailyLikes } = useSettings();
  const { leaving, last, choose, undo } = useChoices();
  if (!swipe) return null;
  const { profile } = swipe;
  return (
    <Page
      title={t('title')}
      heading={<Stressed text={t('heading')} />}
      lead={t('lead', { count: dailyLikes ?? 0 })}
      className={styles['page']}
    >
      {profile ? (
        <>
          <p className={styles['left']} role="status">
            {t('left', { count: swipe.likes_left })}
          </p>
          <Deck
            key={profile.id}
            profile={profile}
            photos={swipe.photos ?? []}
            upcoming={swipe.upcoming ?? null}
            away={leaving === profile.id}
            onChoose={(like) => choose.mutate({ profile, like })}
          />
        </>
      ) : swipe.next_at ? (
        <Tomorrow
          at={swipe.next_at}
          onReach={() => void queries.invalidateQueries({ queryKey: swipeQuery.queryKey })}
        />
      ) : (
        <EmptyState
          icon={<IconCards size={30} />}
          title={t('empty')}
          text={t('empty_text')}
          action={<ButtonLink to="/members">{t('search')}</ButtonLink>}
        />
      )}
      <UndoButton
        name={last?.profile.name ?? null}
        like={last?.like ?? false}
        busy={undo.isPending}
        onUndo={() => last && undo.mutate(last)}
      />
    </Page>
  );
}

interface Choice {
  profile: ProfileCard;
  like: boolean;
}

function useChoices() {
  const { t } = useTranslation('swipe');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<number | null>(null);
  const [last, setLast] = useLastChoice();
  const choose = useMutation({
    mutationFn: ({ profile, like }: Choice) =>
      api.call('swipeChoice', { body: { profile: profile.id, like } }),
    // A retry after the daily limit is pointless before tomorrow, unlike after other rate limits.
    retry: (failures, error) =>
      !(error instanceof ApiError && error.code === 'swipe_limit') && worthRetrying(failures, error),
    onMutate: ({ profile }) => {
      setLeaving(profile.id);
      setLast(null);
    },
    onSuccess: ({ match, ...next }, { profile, like }) => {
      queries.setQueryData(swipeQuery.queryKey, next);
      if (match) showNews({ kind: 'match', profile });
      // Both members have been notified of a match, so it cannot be undone here.
      else setLast({ profile, like });
      if (like) showLiked(queries, profile.id, true);
      if (like) void queries.invalidateQueries({ queryKey: ['likes'] });
    },
    onError: (error) => {
      toast('error', errorText(error));
      void queries.invalidateQueries({ queryKey: swipeQuery.queryKey });
    },
    onSettled: () => setLeaving(null),
  });
  const undo = useMutation({
    mutationFn: ({ profile }: Choice) => api.call('swipeUndo', { body: { profile: profile.id } }),
    onSuccess: ({ undone, ...next }, { profile }) => {
      queries.setQueryData(swipeQuery.queryKey, next);
      if (!undone) return toast('info', t('undo_late'));
      showLiked(queries, profile.id, false);
      void queries.invalidateQueries({ queryKey: ['likes'] });
    },
    onError: (error) => toast('error', errorText(error)),
    onSettled: () => setLast(null),
  });
  return { leaving, last, choose, undo };
}

/** The last choice while it can be undone: for ten seconds, and only if it did not lead to a match. */
function useLastChoice() {
  const [last, setLast] = useState<Choice | null>(null);
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => setLast(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last]);
  useLiveEvent('match', ({ profile }) =>
    setLast((before) => (before?.profile.id === profile.id ? null : before)),
  );
  return [last, setLast] as const;
}
