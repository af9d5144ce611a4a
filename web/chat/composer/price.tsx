import type { Chat } from '#contract/chat/conversations.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { IconCoins } from '#web/ui/icons.ts';
import styles from './price.module.css';

/**
 * Formats credits as money, from the lowest price of a message in the member's country. Null if the site has
 * no price there, or for zero credits.
 */
function useMoney() {
  const { money } = useFormats();
  const settings = useSettings();
  const least = settings.minimum_message_costs[useMember().profile.country];
  return (credits: number) => {
    if (!least || credits === 0) return null;
    const messages = credits / Math.max(1, settings.message_credits);
    return money({ amount: (Number(least.costs) * messages).toFixed(2), currency: least.currency });
  };
}

export function PriceMark({ credits }: { credits: number }) {
  const { t } = useTranslation('chat');
  const amount = useMoney()(credits);
  if (credits === 0) return <span className={styles['mark']}>{t('price.free')}</span>;
  return (
    <span className={styles['mark']}>
      <span className="visually-hidden">{t('price.credits', { count: credits })}</span>
      <IconCoins size={16} aria-hidden="true" />
      <span aria-hidden="true">{credits}</span>
      {amount && <span className={styles['money']}>{amount}</span>}
    </span>
  );
}

export function SpendingLine({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chat');
  const { credits, free_messages_left, spending_cap, spent_this_month } = useMember();
  const parts = [
    free_messages_left > 0 && t('spending.free', { count: free_messages_left }),
    !!chat.conversation?.credits_spent && t('spending.so_far', { count: chat.conversation.credits_spent }),
    t('spending.left', { count: credits }),
    spending_cap != null && t('spending.cap', { cap: spending_cap, spent: spent_this_month ?? 0 }),
  ];
  // A non-breaking space before the dot makes lines break after it.
  const line = parts.filter(Boolean).join('\u00a0· ');
  return <p className={styles['line']}>{line.charAt(0).toLocaleUpperCase() + line.slice(1)}</p>;
}
