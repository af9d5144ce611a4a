import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProfileCard } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { likesQuery } from '#web/session/queries.ts';
import { useOpenSignup } from '#web/session/signup-intent.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useUser } from '#web/session/use-session.ts';
import { toast, withdrawToast } from '#web/ui/toasts.tsx';
import { showLiked } from './liked-cards.ts';
import { LIKE_TOAST, showNews } from './news.ts';

const UNDO_MS = 10_000;

/**
 * Likes or unlikes a profile optimistically, and rolls back on an error. A toast offers to undo a new like,
 * and a mutual like is announced as a match. For a visitor it opens signup with the sentence about likes.
 */
export function useLike() {
  const { t } = useTranslation('likes');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const user = useUser();
  const openSignup = useOpenSignup();

  const show = (profile: ProfileCard, liked: boolean) => {
    queries.setQueryData(
      likesQuery.queryKey,
      (likes) =>
        likes && {
          ...likes,
          profiles: [
            ...(liked ? [{ ...profile, liked }] : []),
            ...likes.profiles.filter(({ id }) => id !== profile.id),
          ],
        },
    );
    showLiked(queries, profile.id, liked);
  };
  const mutation = useMutation({
    mutationFn: ({ profile, like }: { profile: ProfileCard; like: boolean }) =>
      api.call(like ? 'like' : 'unlike', { body: { profile: profile.id } }),
    onMutate: async ({ profile, like }) => {
      withdrawToast(LIKE_TOAST);
      await queries.cancelQueries({ queryKey: likesQuery.queryKey });
      show(profile, like);
    },
    onSuccess: ({ liked, match }, { profile }) => {
      if (match) showNews({ kind: 'match', profile });
      else if (liked)
        toast('success', t('liked', { name: profile.name }), {
          key: LIKE_TOAST,
          stayMs: UNDO_MS,
          action: { text: t('undo'), run: () => mutation.mutate({ profile, like: false }) },
        });
      void queries.invalidateQueries({ queryKey: ['likes', 'pages'] });
    },
    onError: (error, { profile, like }) => {
      show(profile, !like);
      toast('error', t('failed', { reason: errorText(error) }));
    },
  });
  return (profile: ProfileCard, liked: boolean) => {
    if (!user) return openSignup({ act: 'like', profile: profile.id, name: profile.name });
    mutation.mutate({ profile, like: !liked });
  };
}
