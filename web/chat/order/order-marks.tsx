import type { ChatSummary } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconBellOff, IconPin } from '#web/ui/icons.ts';

export default function OrderMarks({ chat: { muted, pinned } }: { chat: ChatSummary }) {
  const { t } = useTranslation('chat');
  return (
    <>
      {muted && <IconBellOff size={16} role="img" aria-label={t('list.muted')} />}
      {pinned && <IconPin size={16} role="img" aria-label={t('list.pinned')} />}
    </>
  );
}
