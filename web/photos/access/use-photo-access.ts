import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PhotoAnswer } from '#contract/photos/access-states.ts';
import { useFormats } from '#web/i18n/format.ts';
import { refreshPhotoAccess } from '#web/session/photo-access.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

export function useAskForPhotos(profile: number, onAsked?: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  return useMutation({
    mutationFn: () => api.call('askForPhotos', { body: { profile } }),
    async onSuccess() {
      onAsked?.();
      await refreshPhotoAccess(queries, profile);
    },
    onError: (error) => toast('error', errorText(error)),
  });
}

export function useAnswerPhotoRequest() {
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  return useMutation({
    mutationFn: (body: { profile: number; access: PhotoAnswer }) => api.call('answerPhotoRequest', { body }),
    onError: (error) => toast('error', errorText(error)),
    onSettled: (_reply, _error, { profile }) => refreshPhotoAccess(queries, profile),
  });
}

/** Formats the end of a grant, which is at most a day away. */
export function useGrantEnd(): (until: string) => string {
  const { dayAndMonth, time } = useFormats();
  return (until) => `${dayAndMonth(until)}, ${time(until)}`;
}
