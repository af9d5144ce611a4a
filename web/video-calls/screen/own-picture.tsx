import type { VideoCall } from '#contract/video-calls/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconVideoOff } from '#web/ui/icons.ts';
import type { CallSnapshot } from '../call-session.ts';
import { showsClearly } from '../call-state.ts';
import { Picture } from '../picture.tsx';
import styles from './stage.module.css';

/** The member's own picture, exactly as the other side gets it. */
export function OwnPicture({ snapshot, call }: { snapshot: CallSnapshot; call: VideoCall }) {
  const { t } = useTranslation('video_calls');
  const { media, clear, cameraOff } = snapshot;
  if (media.step !== 'ready' || !media.blurred) return null;
  const seen = clear && showsClearly(call);
  return (
    <div className={styles['own']}>
      {cameraOff ? (
        <span className={styles['dark']}>
          <IconVideoOff size={24} aria-hidden="true" />
        </span>
      ) : (
        <Picture
          stream={(seen && media.camera) || media.blurred}
          muted
          mirrored
          className={styles['video']}
          label={t('preview.label')}
        />
      )}
      <span className={styles['own-state']}>
        {cameraOff
          ? t('call.camera_is_off')
          : seen
            ? t('call.you_seen', { name: call.profile.name })
            : t('call.you_blurred')}
      </span>
    </div>
  );
}
