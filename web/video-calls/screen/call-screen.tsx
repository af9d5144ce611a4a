import { useState } from 'react';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import type { VideoCall } from '#contract/video-calls/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import type { CallSession, CallSnapshot } from '../call-session.ts';
import { blurState } from '../call-state.ts';
import { MediaFaultAlert } from '../media-fault.tsx';
import { Picture } from '../picture.tsx';
import { CallClock } from './call-clock.tsx';
import { CallControls } from './call-controls.tsx';
import { CallEndsSoon } from './call-ends-soon.tsx';
import { OwnPicture } from './own-picture.tsx';
import { SafetyPanel } from './safety-panel.tsx';
import { Stage } from './stage.tsx';
import styles from './stage.module.css';

interface CallScreenProps {
  session: CallSession;
  snapshot: CallSnapshot;
  call: VideoCall;
}

export function CallScreen({ session, snapshot, call }: CallScreenProps) {
  const { t } = useTranslation('video_calls');
  const [safety, setSafety] = useState(false);
  const { profile, kind } = call;
  const shownVideo = kind === 'video' && snapshot.connection === 'connected';
  return (
    <Stage label={t(`start.title_${kind}`, { name: profile.name })}>
      <Remote snapshot={snapshot} call={call} />
      {!shownVideo && (
        <div className={styles['waiting']}>
          <Avatar profile={profile} size={144} />
        </div>
      )}
      <div className={styles['top']}>
        <h2>{nameAndAge(profile)}</h2>
        <CallClock call={call} aheadMs={snapshot.aheadMs} />
      </div>
      <div className={styles['notices']}>
        <Situation snapshot={snapshot} call={call} />
        <MediaTrouble session={session} snapshot={snapshot} call={call} />
        <CallEndsSoon session={session} call={call} aheadMs={snapshot.aheadMs} />
      </div>
      <OwnPicture snapshot={snapshot} call={call} />
      <CallControls session={session} snapshot={snapshot} call={call} onSafety={() => setSafety(true)} />
      {safety && <SafetyPanel session={session} call={call} onClose={() => setSafety(false)} />}
    </Stage>
  );
}

function Remote({
  snapshot: { remote },
  call: { kind, profile },
}: {
  snapshot: CallSnapshot;
  call: VideoCall;
}) {
  const { t } = useTranslation('video_calls');
  return (
    <Picture
      stream={remote}
      className={kind === 'video' ? styles['remote'] : styles['sound']}
      label={t('call.picture_of', { name: profile.name })}
    />
  );
}

/** One sentence about the connection or the blur, announced when it changes. */
function Situation({ snapshot, call }: { snapshot: CallSnapshot; call: VideoCall }) {
  const { t } = useTranslation('video_calls');
  const { name } = call.profile;
  const { connection, clear } = snapshot;
  const blurred = blurState({ ...call, clear });
  const sentence =
    connection !== 'connected'
      ? t(call.started_at || connection === 'lost' ? 'call.reconnecting' : 'call.connecting')
      : call.kind === 'video' && blurred !== 'none'
        ? t(`blur.${blurred}`, { name })
        : '';
  return (
    <p className={styles['situation']} role="status" data-empty={sentence === '' || undefined}>
      {sentence}
    </p>
  );
}

function MediaTrouble({ session, snapshot: { media, withoutCamera }, call }: CallScreenProps) {
  const { t } = useTranslation('video_calls');
  const lost = media.step === 'ready' ? media.lost : null;
  if (!lost && media.step !== 'fault') return null;
  return (
    <div className={styles['trouble']}>
      {media.step === 'fault' ? (
        <MediaFaultAlert fault={media.fault} />
      ) : (
        <p role="alert">
          {t(lost === 'camera' ? 'call.camera_lost' : 'call.microphone_lost', { name: call.profile.name })}
        </p>
      )}
      <Button size="s" look="secondary" onClick={() => void session.openMedia(call.kind, withoutCamera)}>
        {t('common:retry')}
      </Button>
    </div>
  );
}
