import type { VideoCall } from '#contract/video-calls/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import {
  IconEye,
  IconEyeOff,
  IconFlag,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneEnd,
  IconVideo,
  IconVideoOff,
} from '#web/ui/icons.ts';
import type { CallSession, CallSnapshot } from '../call-session.ts';
import { Control } from './control.tsx';
import styles from './stage.module.css';

interface CallControlsProps {
  session: CallSession;
  snapshot: CallSnapshot;
  call: VideoCall;
  onSafety: () => void;
}

const SIZE = { size: 24 };

export function CallControls({ session, snapshot, call, onSafety }: CallControlsProps) {
  const { t } = useTranslation('video_calls');
  const { media, muted, cameraOff, clear } = snapshot;
  const hasCamera = media.step === 'ready' && media.blurred !== null;
  return (
    <div className={styles['controls']}>
      <Control
        label={t(muted ? 'call.unmute' : 'call.mute')}
        icon={muted ? <IconMicrophoneOff {...SIZE} /> : <IconMicrophone {...SIZE} />}
        look={muted ? 'chosen' : undefined}
        onClick={() => session.switchOff({ muted: !muted })}
      />
      {hasCamera && (
        <Control
          label={t(cameraOff ? 'call.camera_on' : 'call.camera_off')}
          icon={cameraOff ? <IconVideoOff {...SIZE} /> : <IconVideo {...SIZE} />}
          look={cameraOff ? 'chosen' : undefined}
          onClick={() => session.switchOff({ cameraOff: !cameraOff })}
        />
      )}
      {call.kind === 'video' && (
        <Control
          label={t(clear ? 'call.blur' : 'call.show')}
          icon={clear ? <IconEyeOff {...SIZE} /> : <IconEye {...SIZE} />}
          look={clear ? 'chosen' : undefined}
          onClick={() => session.setClear(!clear)}
        />
      )}
      <Control label={t('call.safety')} icon={<IconFlag {...SIZE} />} onClick={onSafety} />
      <Control
        look="end"
        label={t('call.hang_up')}
        icon={<IconPhoneEnd {...SIZE} />}
        onClick={() => void session.end(call)}
      />
    </div>
  );
}
