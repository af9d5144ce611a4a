import type { ProfileCard } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useArrange } from './use-arrange.ts';

/** Archives a conversation, with a way back that also restores that it was unread. */
export function useArchive(): (conversation: number, profile: ProfileCard, unread: boolean) => void {
  const { t } = useTranslation('chat_order');
  const arrange = useArrange();
  return (conversation, { name }, unread) => {
    arrange({ conversation, archived: true });
    toast('success', t('archived_done', { name }), {
      key: `archived ${conversation}`,
      action: {
        text: t('undo'),
        run: () => arrange({ conversation, archived: false, ...(unread && { unread: true }) }),
      },
    });
  };
}
