import { muteTimes } from '#contract/rules/chat-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useArrange } from './use-arrange.ts';
import styles from './mute-dialog.module.css';

interface MuteDialogProps {
  conversation: number;
  name: string;
  onClose: () => void;
}

export default function MuteDialog({ conversation, name, onClose }: MuteDialogProps) {
  const { t } = useTranslation('chat_order');
  const arrange = useArrange();
  return (
    <Modal open onClose={onClose} size="s" kind="sheet" title={t('mute_title', { name })}>
      <p className={styles['text']}>{t('mute_text', { name })}</p>
      <div className={styles['times']}>
        {muteTimes.map((mute) => (
          <Button
            key={mute}
            look="secondary"
            wide
            onClick={() => {
              arrange({ conversation, mute });
              onClose();
              toast('success', t('muted_done', { name }));
            }}
          >
            {t(`times.${mute}`)}
          </Button>
        ))}
      </div>
    </Modal>
  );
}
