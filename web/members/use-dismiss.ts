import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MemberProfile } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

const UNDO_MS = 10_000;

/** Dismisses a profile ("not for me"), or brings it back. A toast offers to undo a dismissal. */
export function useDismiss({ id, name }: Pick<MemberProfile, 'id' | 'name'>): (dismissed: boolean) => void {
  const { t } = useTranslation('members');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (dismissed: boolean) =>
      api.call(dismissed ? 'dismiss' : 'restoreProfile', { body: { profile: id } }),
    onSuccess: (_, dismissed) => {
      for (const what of ['members', 'member', 'swipe', 'dismissed'])
        void queries.invalidateQueries({ queryKey: [what] });
      queries.removeQueries({ queryKey: ['dailyPeople'] });
      toast('success', t(dismissed ? 'profile.dismissed' : 'profile.restored', { name }), {
        key: `dismissal of ${id}`,
        ...(dismissed && {
          stayMs: UNDO_MS,
          action: { text: t('profile.undo'), run: () => mutation.mutate(false) },
        }),
      });
    },
    onError: (error) => toast('error', errorText(error)),
  });
  return (dismissed) => mutation.mutate(dismissed);
}
