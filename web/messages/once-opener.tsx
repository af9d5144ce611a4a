import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { IconEye } from '#web/ui/icons.ts';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './bubble.module.css';
import once from './once.module.css';

interface OnceOpenerProps {
  image: NonNullable<Message['image']>;
  /** Opens the image. A repeat with the same `opening` after a lost response opens it as well. */
  open: (opening: string) => Promise<{ filename: string }>;
  /** Beside the button, until the image is opened. */
  others?: ReactNode;
  /** Below the opened image. */
  below?: ReactNode;
}

/** Opens an image that can be seen once, and shows it until it is closed. */
export default function OnceOpener({ image, open, others, below }: OnceOpenerProps) {
  const { t } = useTranslation(['view_once', 'chat']);
  const { errorText } = useErrorText();
  const [opening] = useState(() => crypto.randomUUID());
  const [shown, setShown] = useState<string | null>(null);
  const opener = useMutation({
    mutationFn: () => open(opening),
    onSuccess: ({ filename }) => setShown(filename),
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <>
      {!image.opened && (
        <div className={once['acts']}>
          <Button
            size="s"
            look="secondary"
            icon={<IconEye size={17} aria-hidden="true" />}
            busy={opener.isPending}
            onClick={() => opener.mutate()}
          >
            {t('open')}
          </Button>
          {others}
        </div>
      )}
      {shown !== null && (
        <Modal open onClose={() => setShown(null)} title={t('title')} size="l">
          <img
            className={styles['whole']}
            src={shown}
            alt={t('chat:image.theirs')}
            width={image.width}
            height={image.height}
          />
          <p className={once['note']}>{t('close_hint')}</p>
          {below}
        </Modal>
      )}
    </>
  );
}
