import { FileImage } from '#web/chat/file-image.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconX } from '#web/ui/icons.ts';
import styles from './image-previews.module.css';

export function ImagePreviews({ images, onImages }: { images: File[]; onImages: (images: File[]) => void }) {
  return (
    <ul className={styles['previews']}>
      {images.map((file) => (
        <Preview
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          onRemove={() => onImages(images.filter((other) => other !== file))}
        />
      ))}
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
