import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, isRefusal } from '#web/api.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { canAskPush } from '#web/notifications/push.ts';
import { loadChunk } from '#web/session/missing-chunk.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { beginSession, useApi, useSettings } from '#web/session/use-session.ts';
import { currentSource } from '#web/traffic/carry-source.ts';
import { toast } from '#web/ui/toasts.tsx';
import { changeDraft, forgetDraft, refuseDraft, useDraft } from './draft.ts';
import { dropPhoto, usePhotoDraft } from './photo-draft.ts';
import { signupBody } from './signup-body.ts';
import { type Step, stepOf } from './steps.ts';

/**
 * Submits the form, with a proof of work if the server asks for one, then uploads the photo to the new account. If the server rejects a field, signup returns
 * to the field's step.
 */
export function useSignup(goTo: (step: Step) => void) {
  const { t } = useTranslation('signup');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const settings = useSettings();
  const locale = useLocale();
  const { draft, password } = useDraft();
  const photo = usePhotoDraft();
  const [isChecking, setChecking] = useState(false);
  const signUp = useMutation({
    mutationFn() {
      const client_id = draft.client_id ?? crypto.randomUUID();
      if (!draft.client_id) changeDraft({ client_id });
      const body = signupBody({ ...draft, client_id }, password, locale, settings, currentSource());
      return api.call('signup', { body }).catch(async (error: unknown) => {
        if (!isRefusal(error, 'proof_required')) throw error;
        setChecking(true);
        // Few sign-ups need a proof, so only they load the code for it.
        const { solveProof } = await loadChunk(() => import('./proof/solve-proof.ts'));
        const proof = await solveProof(await api.call('signupChallenge'));
        if (!proof) throw error;
        return api.call('signup', { body: { ...body, proof } });
      });
    },
    onSettled: () => setChecking(false),
    onSuccess(user) {
      const form = new FormData();
      if (photo) form.set('file', photo.file, photo.name);
      beginSession(queries, user);
      goTo(canAskPush(settings) ? 'push' : 'confirm');
      forgetDraft();
      dropPhoto();
      if (!photo) return;
      api.call('addPhoto', { body: form }).then(
        () => queries.invalidateQueries({ queryKey: ['user'] }),
        (error: unknown) => toast('error', t('photo.not_added', { reason: errorText(error) })),
      );
    },
    onError(error) {
      if (!(error instanceof ApiError)) return;
      const [step] = Object.keys(error.fields).flatMap((field) => stepOf[field] ?? []);
      if (!step) return;
      refuseDraft(error.fields);
      goTo(step);
    },
  });
  return { signUp, isChecking };
}
