import type { VideoCall } from '#contract/video-calls/calls.ts';
import type { VideoCallEnd } from '#contract/video-calls/lists.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { clock } from '#web/ui/voice/clock.ts';
import type { CallSession } from './call-session.ts';
import { endSentence } from './call-state.ts';
import styles from './dialogs.module.css';

interface EndedDialogProps {
  session: CallSession;
  call: VideoCall;
  end: VideoCallEnd;
}

/** Why the call ended, how long it lasted and what it cost. */
export function EndedDialog({ session, call, end }: EndedDialogProps) {
  const { t } = useTranslation('video_calls');
  const { name } = call.profile;
  const sentence = endSentence(call, end);
  const lastedMs = call.started_at ? Date.parse(call.now) - Date.parse(call.started_at) : 0;
  return (
    <Modal
      open
      onClose={() => session.dismiss()}
      size="s"
      kind="sheet"
      title={t('ended.title')}
      footer={
        <>
          {sentence === 'out_of_credits' && (
            <ButtonLink to="/credits" onClick={() => session.dismiss()}>
              {t('start.buy')}
            </ButtonLink>
          )}
          <Button
            look={sentence === 'out_of_credits' ? 'secondary' : 'primary'}
            onClick={() => session.dismiss()}
          >
            {t('common:close')}
          </Button>
        </>
      }
    >
      <div className={styles['incoming']}>
        <Avatar profile={call.profile} size={72} />
        <p role="status">{t(`ended.${sentence}`, { name })}</p>
        {call.started_at && (
          <p className={styles['sum']}>
            {t('ended.lasted', { length: clock(lastedMs) })}
            {call.outgoing && <> · {t('call.credits', { count: call.credits })}</>}
          </p>
        )}
        {call.outgoing && call.credits_returned > 0 && (
          <p>{t('ended.returned', { count: call.credits_returned })}</p>
        )}
      </div>
    </Modal>
  );
}
