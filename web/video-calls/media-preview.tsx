import type { VideoCallKind } from '#contract/video-calls/lists.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconMicrophone } from '#web/ui/icons.ts';
import { MediaFaultAlert } from './media-fault.tsx';
import type { MediaState } from './own-media.ts';
import { Picture } from './picture.tsx';
import styles from './dialogs.module.css';

/** What the other side will see at first, or the sentence about a device that does not work. */
export function MediaPreview({ media, kind }: { media: MediaState; kind: VideoCallKind }) {
  const { t } = useTranslation('video_calls');
  if (media.step === 'fault') return <MediaFaultAlert fault={media.fault} />;
  const ready = media.step === 'ready';
  if (kind === 'voice')
    return (
      <p className={styles['microphone']} role="status" data-ready={ready || undefined}>
        <IconMicrophone size={20} aria-hidden="true" />
        {t(ready ? 'preview.microphone' : 'preview.asking_microphone')}
      </p>
    );
  return (
    <div className={styles['preview']}>
      {ready && media.blurred && (
        <Picture
          stream={media.blurred}
          muted
          mirrored
          className={styles['video']}
          label={t('preview.label')}
        />
      )}
      <p role="status">{t(ready ? 'preview.blurred' : 'preview.asking')}</p>
    </div>
  );
}
