import { useState } from 'react';
import type { VideoCall } from '#contract/video-calls/calls.ts';
import { BlockDialog } from '#web/complaints/block-dialog.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { IconBan, IconFlag } from '#web/ui/icons.ts';
import { Modal } from '#web/ui/modal.tsx';
import type { CallSession } from '../call-session.ts';
import styles from '../dialogs.module.css';

interface SafetyPanelProps {
  session: CallSession;
  call: VideoCall;
  onClose: () => void;
}

/** Reporting hangs up first, so that nobody has to keep watching while they write. Blocking ends the call too. */
export function SafetyPanel({ session, call, onClose }: SafetyPanelProps) {
  const { t } = useTranslation('video_calls');
  const navigate = useNavigate();
  const [blocks, setBlocks] = useState(false);
  const { profile } = call;
  const report = async () => {
    await session.end(call);
    session.dismiss();
    void navigate(`/complaints?profile=${profile.id}`);
  };
  if (blocks) return <BlockDialog open profile={profile} onClose={onClose} />;
  return (
    <Modal open onClose={onClose} size="s" kind="sheet" title={t('safety.title', { name: profile.name })}>
      <p>{t('safety.text')}</p>
      <div className={styles['choices']}>
        <Button
          wide
          look="secondary"
          icon={<IconFlag size={18} aria-hidden="true" />}
          onClick={() => void report()}
        >
          {t('safety.report', { name: profile.name })}
        </Button>
        <Button
          wide
          look="secondary"
          icon={<IconBan size={18} aria-hidden="true" />}
          onClick={() => setBlocks(true)}
        >
          {t('safety.block', { name: profile.name })}
        </Button>
      </div>
    </Modal>
  );
}
