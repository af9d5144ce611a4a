import { ALBUM_LIMIT } from '#contract/rules/chat-rules.ts';
import { FileImage } from '#web/chat/file-image.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Switch } from '#web/ui/field.tsx';
import { IconX } from '#web/ui/icons.ts';
import styles from './image-previews.module.css';

interface ImagePreviewsProps {
  images: File[];
  onImages: (images: File[]) => void;
  once: boolean;
  onOnce: (once: boolean) => void;
}

export default function ImagePreviews(props: ImagePreviewsProps) {
  return (
    <>
      <Previews {...props} />
      {props.images.length === 1 && <OnceChoice {...props} />}
    </>
  );
}

function OnceChoice({ once, onOnce }: ImagePreviewsProps) {
  const { t } = useTranslation('view_once');
  return (
    <div className={styles['once']}>
      <Switch
        label={t('choose')}
        hint={once && t('choose_hint')}
        checked={once}
        onChange={(event) => onOnce(event.currentTarget.checked)}
      />
    </div>
  );
}

function Previews({ images, onImages }: ImagePreviewsProps) {
  const { t } = useTranslation('chat');
  return (
    <ul className={styles['previews']}>
      {images.map((file) => (
        <Preview
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          onRemove={() => onImages(images.filter((other) => other !== file))}
        />
      ))}
      {images.length === ALBUM_LIMIT && (
        <li className={styles['full']}>{t('album.full', { count: ALBUM_LIMIT })}</li>
      )}
    </ul>
  );
}

function Preview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <li className={styles['preview']}>
      <FileImage file={file} alt={file.name} />
      <button type="button" aria-label={t('image.leave_out', { name: file.name })} onClick={onRemove}>
        <IconX size={16} />
      </button>
    </li>
  );
}
