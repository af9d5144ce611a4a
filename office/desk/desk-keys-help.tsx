import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import styles from './desk.module.css';

const keys = {
  'J K': 'move',
  N: 'next',
  T: 'take',
  R: 'write',
  '/': 'reply',
  Enter: 'send',
  'Ctrl+Enter': 'send_next',
  Esc: 'leave',
  H: 'hand_over',
  O: 'older',
  F: 'search',
  A: 'presence',
  '?': 'help',
} as const;

export function DeskKeysHelp() {
  const { t } = useTranslation('office/desk');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="s" look="secondary" aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        {t('keys.title')} (?)
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title={t('keys.title')} size="s">
        <dl className={styles['keys']}>
          {Object.entries(keys).map(([key, text]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(`keys.${text}`)}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  );
}
