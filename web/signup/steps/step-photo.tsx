import { clsx } from 'clsx';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { openPicture, PHOTO_TYPES, type Picture, releasePicture } from '#web/photos/picture.ts';
import { dropPhoto, storePhoto, type PhotoDraft, usePhotoDraft } from '#web/signup/photo-draft.ts';
import type { StepProps } from '#web/signup/steps.ts';
import { Button } from '#web/ui/button.tsx';
import { IconAlert, IconCamera, IconPencil, IconPhoto, IconShield, IconTrash } from '#web/ui/icons.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import styles from './step-photo.module.css';

/** Loaded on demand, because few visitors reach the cropper. */
const CropDialog = lazyDialog(async () => ({
  default: (await import('#web/photos/crop-dialog.tsx')).CropDialog,
}));

export function StepPhoto({ register }: StepProps) {
  const { t } = useTranslation('signup');
  const photo = usePhotoDraft();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [refused, setRefused] = useState(false);
  const [cropping, setCropping] = useState<Picture | null>(null);
  useLayoutEffect(() => {
    register(() => true);
  });

  const take = async (file: File | undefined) => {
    if (file) setRefused(!(await storePhoto(file)));
  };
  const closeCropper = (part?: Blob) => {
    if (part) void storePhoto(new File([part], 'photo.jpg', { type: 'image/jpeg' }));
    releasePicture(cropping);
    setCropping(null);
  };
  return (
    <>
      <div
        className={clsx(styles['drop'], isDraggedOver && styles['over'], photo && styles['filled'])}
        onDragOver={(event) => {
          event.preventDefault();
          setDraggedOver(true);
        }}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDraggedOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <Preview photo={photo} />
        <PhotoButtons
          photo={photo}
          onFile={(file) => void take(file)}
          onAdjust={() => photo && void openPicture(photo.file).then(setCropping)}
        />
      </div>
      {refused && (
        <p role="alert" className={styles['error']}>
          <IconAlert size={16} aria-hidden="true" />
          {t('photo.unsupported')}
        </p>
      )}
      <p className={styles['promise']}>
        <IconShield size={20} aria-hidden="true" />
        {t('photo.promise')}
      </p>
      {cropping && <CropDialog picture={cropping} onDone={closeCropper} onClose={() => closeCropper()} />}
    </>
  );
}

function Preview({ photo }: { photo: PhotoDraft | null }) {
  const { t } = useTranslation('signup');
  if (!photo) return <IconCamera size={44} stroke={1.4} aria-hidden="true" />;
  if (photo.preview) return <img src={photo.preview} alt={t('photo.yours')} />;
  return (
    <p className={styles['file']}>
      <IconPhoto size={28} aria-hidden="true" />
      {photo.name}
    </p>
  );
}

interface PhotoButtonsProps {
  photo: PhotoDraft | null;
  onFile: (file: File | undefined) => void;
  onAdjust: () => void;
}

function PhotoButtons({ photo, onFile, onAdjust }: PhotoButtonsProps) {
  const { t } = useTranslation('signup');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <div className={styles['drop-text']}>
        {!photo && <p>{t('photo.drop')}</p>}
        <Button look={photo ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
          {t(photo ? 'photo.other' : 'photo.choose')}
        </Button>
        {photo?.preview && (
          <Button look="quiet" icon={<IconPencil size={18} />} onClick={onAdjust}>
            {t('photo.adjust')}
          </Button>
        )}
        {photo && (
          <Button look="quiet" icon={<IconTrash size={18} />} onClick={dropPhoto}>
            {t('photo.remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={PHOTO_TYPES}
        className="visually-hidden"
        aria-label={t('photo.choose')}
        tabIndex={-1}
        onChange={(event) => onFile(event.target.files?.[0])}
      />
    </>
  );
}
