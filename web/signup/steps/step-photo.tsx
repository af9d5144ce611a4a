import { type DragEvent, lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { clsx } from 'clsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { openPicture, type Picture, release } from '#web/photos/picture.ts';
import { Button } from '#web/ui/button.tsx';
import { IconAlert, IconCamera, IconPencil, IconPhoto, IconShield, IconTrash } from '#web/ui/icons.ts';
import type { StepProps } from '#web/signup/steps.ts';
import { dropPhoto, keepPhoto, usePhotoDraft } from '#web/signup/photo-draft.ts';
import styles from './step-photo.module.css';

/** Loaded by who wants it: signup itself stays light. */
const CropDialog = lazy(async () => ({ default: (await import('#web/photos/crop-dialog.tsx')).CropDialog }));

/** Step 1: a photo, chosen or dropped; it stays in the browser until the account is there. */
export function StepPhoto({ register }: StepProps) {
  const { t } = useTranslation('signup');
  const photo = usePhotoDraft();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState(false);
  const [cropping, setCropping] = useState<Picture | null>(null);
  useLayoutEffect(() => {
    register(() => true);
  });

  const take = async (file: File | undefined) => {
    if (file) setRefused(!(await keepPhoto(file)));
  };
  const cropped = (part?: Blob) => {
    if (part) void keepPhoto(new File([part], 'photo.jpg', { type: 'image/jpeg' }));
    release(cropping);
    setCropping(null);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <>
      <div
        className={clsx(styles['drop'], over && styles['over'], photo && styles['filled'])}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {photo?.preview ? (
          <img src={photo.preview} alt={t('photo.yours')} />
        ) : photo ? (
          <p className={styles['file']}>
            <IconPhoto size={28} aria-hidden="true" />
            {photo.name}
          </p>
        ) : (
          <IconCamera size={44} stroke={1.4} aria-hidden="true" />
        )}
        <div className={styles['drop-text']}>
          {!photo && <p>{t('photo.drop')}</p>}
          <Button look={photo ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
            {t(photo ? 'photo.other' : 'photo.choose')}
          </Button>
          {photo?.preview && (
            <Button look="quiet" icon={<IconPencil size={18} />} onClick={() => void openPicture(photo.file).then(setCropping)}>
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
          accept="image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif"
          className="visually-hidden"
          aria-label={t('photo.choose')}
          tabIndex={-1}
          onChange={(event) => void take(event.target.files?.[0])}
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
      {cropping && (
        <Suspense>
          <CropDialog picture={cropping} onDone={cropped} onCancel={() => cropped()} />
        </Suspense>
      )}
    </>
  );
}
