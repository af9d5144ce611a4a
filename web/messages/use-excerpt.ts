import type { Message } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';

export function useExcerpt() {
  const { t } = useTranslation('chat');
  return ({ kind, text }: Pick<Message, 'kind' | 'text'>): string => {
    if (kind === 'text') return text ?? '';
    return kind === 'image' && text ? t('list.caption', { text }) : t(`list.${kind}`);
  };
}
