import { useQuery } from '@tanstack/react-query';
import { isGift } from '#contract/rules/chat-rules.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';

export function useGiftList() {
  return callQuery('gifts', { query: { all: true, language: useLocale() } });
}

/**
 * Returns the name of a gift. The locale files have names for gifts that the web app draws. The names of
 * gifts added in the office are fetched, only if `others` is set.
 */
export function useGiftName(others: boolean): (gift: string) => string {
  const { t } = useTranslation('chat');
  const { data } = useQuery({ ...useGiftList(), enabled: others });
  return (gift) =>
    isGift(gift) ? t(`gift.name.${gift}`) : (data?.gifts.find(({ id }) => id === gift)?.name ?? '…');
}
