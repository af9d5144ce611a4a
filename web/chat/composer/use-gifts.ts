import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { isGift } from '#contract/rules/chat-rules.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { callQuery } from '#web/session/query-client.ts';

/** Every gift that there is and was, named in the page's language. */
export function useGiftList() {
  return callQuery('gifts', { query: { all: true, language: useLocale() as never } });
}

/** What a gift is called: those that the web app draws by its own words, the others as operators named them, which are asked for where `others` says so. */
export function useGiftName(others: boolean): (gift: string) => string {
  const { t } = useTranslation('chat');
  const { data } = useQuery({ ...useGiftList(), enabled: others });
  return (gift) => (isGift(gift) ? t(`gift.name.${gift}`) : (data?.gifts.find(({ id }) => id === gift)?.name ?? '…'));
}
