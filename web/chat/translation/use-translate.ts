import { useQueryClient } from '@tanstack/react-query';
import type { Message } from '#contract/chat/conversations.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { type Api, ApiError } from '#web/api.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { translateInBrowser } from '#web/messages/browser-translator.ts';
import { useApi } from '#web/session/use-session.ts';
import { useSettings } from '#web/session/use-session.ts';
import { placeTranslations, type TranslationState } from './translations.ts';

interface Asking {
  api: Api;
  locale: Locale;
  hasService: boolean;
}

/** Translates a message and keeps the result: on the device where possible, otherwise by the site's service. */
export function useTranslate(profile: number) {
  const queries = useQueryClient();
  const asking = { api: useApi(), locale: useLocale(), hasService: useSettings().translation === 'service' };
  return async (message: Message, original: string, by: 'press' | 'habit') => {
    const found = await translationOf(message, original, by, asking).catch(
      (error: unknown): TranslationState => ({
        state: 'failed',
        code: error instanceof ApiError ? error.code : 'translation_failed',
      }),
    );
    placeTranslations(queries, profile, { [message.id]: { original, ...found } });
  };
}

async function translationOf(
  { id, conversation }: Message,
  original: string,
  by: 'press' | 'habit',
  { api, locale, hasService }: Asking,
): Promise<TranslationState> {
  if (by === 'habit') {
    const { isInOwnLanguage } = await import('./own-language.ts');
    if (isInOwnLanguage(original, locale)) return { state: 'hidden' };
  }
  // Models are downloaded after a press only: the browser refuses it otherwise. If it fails, the service is asked.
  const local = await translateInBrowser(original, locale, by === 'press').catch(() => null);
  if (!local && !hasService) return { state: 'failed', code: 'translation_failed' };
  const { text, from } =
    local ?? (await api.call('translateMessage', { body: { conversation, message: id, to: locale } }));
  if (text !== null) return { state: 'translated', text, from };
  return by === 'press' ? { state: 'same' } : { state: 'hidden' };
}
