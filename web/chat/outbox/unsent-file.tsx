import { clsx } from 'clsx';
import { type ReactNode } from 'react';
import { FileImage } from '#web/chat/file-image.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { AlbumGrid } from '#web/messages/album/album-grid.tsx';
import type { UnsentMessage } from '#web/session/unsent-db.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import albumStyles from '#web/messages/album/album.module.css';
import styles from '#web/messages/bubble.module.css';

const UnsentVoice = lazyPart(() => import('./unsent-voice.tsx'));

type WithFile = Extract<UnsentMessage, { file: Blob }>;

/** A picture, an album or a voice message that the server has not acknowledged. */
export default function UnsentFile({ unsent, above }: { unsent: WithFile; above?: ReactNode }) {
  return unsent.kind === 'voice' ? (
    <UnsentVoice unsent={unsent} above={above} />
  ) : (
    <UnsentImage unsent={unsent} />
  );
}

function UnsentImage({ unsent }: { unsent: Extract<WithFile, { kind: 'image' }> }) {
  const { t } = useTranslation(['chat', 'view_once']);
  const files = [unsent.file, ...(unsent.album ?? [])];
  const share = Math.round((unsent.progress ?? 0) * 100);
  return (
    <figure className={clsx(styles['image'], files.length > 1 && albumStyles['album'])}>
      {files.length > 1 ? (
        <AlbumGrid>
          {files.map((file, index) => (
            // The pictures of an unsent message do not change.
            <div key={index}>
              <FileImage file={file} alt={t('image.own')} />
            </div>
          ))}
        </AlbumGrid>
      ) : (
        <FileImage file={unsent.file} alt={t('image.own')} />
      )}
      {unsent.view_once && <figcaption>{t('view_once:title')}</figcaption>}
      {unsent.text && <p className={styles['caption']}>{unsent.text}</p>}
      {unsent.state !== 'failed' && (
        <progress className={styles['progress']} max={100} value={share} aria-label={t('image.uploading')}>
          {share}%
        </progress>
      )}
    </figure>
  );
}
