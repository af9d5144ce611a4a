import { useMutation } from '@tanstack/react-query';
import type { Message } from '#contract/chat/conversations.ts';
import { ApiError } from '#web/api.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { hasBrowserTranslator, translateInBrowser } from '#web/messages/browser-translator.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';

/** Translates a member's message for the writer: on their device where possible, otherwise by the site's service. */
export function useDeskTranslation({ conversation, id, text }: Message) {
  const api = useApi();
  const locale = useLocale();
  const { translation } = useSettings();
  const run = useMutation({
    async mutationFn() {
      const local = await translateInBrowser(text ?? '', locale, true).catch(() => null);
      if (local) return local;
      if (translation !== 'service') throw new ApiError(0, { error: 'translation_failed' });
      return api.call('deskTranslation', { body: { conversation, message: id, to: locale } });
    },
  });
  const canTranslate = translation === 'service' || (translation === 'browser' && hasBrowserTranslator());
  return { ...run, canTranslate: canTranslate && Boolean(text) };
}
