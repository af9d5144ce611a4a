import { useState } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { persistentStorage } from '#web/page/browser-storage.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { IconShield } from '#web/ui/icons.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import styles from './bothered.module.css';

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'));

interface BotheredProps {
  message: Message;
  profile: { id: number; name: string };
}

/** Asks the recipient of hurtful or sexual words. A "no" holds for the whole conversation, in this browser. */
export function Bothered({ message, profile }: BotheredProps) {
  const { t } = useTranslation(['first_words', 'chat']);
  const key = `unbothered:${useMember().id}:${profile.id}`;
  const [isAnswered, setAnswered] = useState(() => persistentStorage.get(key) !== null);
  const [reporting, setReporting] = useState(false);
  if (isAnswered) return null;
  return (
    <div className={styles['bothered']} role="group" aria-label={t('bothered')}>
      <p>
        <IconShield size={15} aria-hidden="true" />
        {t('bothered')}
      </p>
      <Button size="s" look="secondary" onClick={() => setReporting(true)}>
        {t('chat:covered.report')}
      </Button>
      <Button
        size="s"
        look="quiet"
        onClick={() => {
          persistentStorage.set(key, '1');
          setAnswered(true);
        }}
      >
        {t('unbothered')}
      </Button>
      {reporting && (
        <ReportDialog message={message} profile={profile} about="words" onClose={() => setReporting(false)} />
      )}
    </div>
  );
}
