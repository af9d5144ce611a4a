import { useQuery } from '@tanstack/react-query';
import type { Locale } from '#contract/lists/locales.ts';
import { icebreakersQuery } from '#web/chat/chat-query.ts';
import { useTranslation } from '#web/i18n/translate.tsx';

export function useIcebreakers(profile: number, enabled = true) {
  const { i18n } = useTranslation();
  const language = i18n.language as Locale;
  return useQuery({ ...icebreakersQuery(profile, language), enabled });
}
