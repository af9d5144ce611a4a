import type { VideoCall } from '#contract/video-calls/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { IconPhoneEnd } from '#web/ui/icons.ts';
import type { CallSession, CallSnapshot } from '../call-session.ts';
import { Control } from './control.tsx';
import { OwnPicture } from './own-picture.tsx';
import { Stage } from './stage.tsx';
import styles from './stage.module.css';

interface CallingScreenProps {
  session: CallSession;
  snapshot: CallSnapshot;
  call: VideoCall;
}

/** The inviter waits until the other side answers. */
export function CallingScreen({ session, snapshot, call }: CallingScreenProps) {
  const { t } = useTranslation('video_calls');
  const { name } = call.profile;
  return (
    <Stage label={t(`start.title_${call.kind}`, { name })}>
      <div className={styles['waiting']}>
        <span className={styles['rings']}>
          <Avatar profile={call.profile} size={144} />
        </span>
        <h2>{t('calling.title', { name })}</h2>
        <p role="status">{t('calling.text', { name })}</p>
      </div>
      <OwnPicture snapshot={snapshot} call={call} />
      <div className={styles['controls']}>
        <Control
          look="end"
          label={t('calling.cancel')}
          icon={<IconPhoneEnd size={26} />}
          onClick={() => void session.end(call)}
        />
      </div>
    </Stage>
  );
}
