import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { Photo } from '#contract/photos/photo.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { worthRetrying } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import {
  IconAlert,
  IconArrowLeft,
  IconArrowRight,
  IconDots,
  IconEye,
  IconKey,
  IconLock,
  IconStar,
  IconTrash,
} from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { colourBeneath } from '#web/ui/pictures/picture-style.ts';
import { photoSources } from './sources.ts';
import type { Upload } from './use-uploads.ts';
import styles from './my-photos.module.css';

/** Who sees a photo: everyone, premium members, or only people whom the member lets in. */
export type PhotoAudience = 'public' | 'private' | 'on_request';

export const audienceOf = (photo: Pick<Photo, 'private' | 'on_request'>): PhotoAudience =>
  photo.on_request ? 'on_request' : photo.private ? 'private' : 'public';

const audiences = [
  { audience: 'public', label: 'mine.make_public', Icon: IconEye },
  { audience: 'private', label: 'mine.make_private', Icon: IconLock },
  { audience: 'on_request', label: 'mine.make_on_request', Icon: IconKey },
] as const;

/** Widths in the grid of `my-photos.module.css`, in which a main photo at the start takes two columns. */
const SIZES = {
  lead: '(min-width: 768px) 350px, (min-width: 576px) 44vw, 82vw',
  other: '(min-width: 768px) 170px, (min-width: 576px) 21vw, 39vw',
} as const;

interface MyPhotoTileProps {
  photo: Photo;
  place: number;
  count: number;
  dragged: boolean;
  onDrag: (id: number | null) => void;
  onDropHere: () => void;
  onMove: (by: number) => void;
  onMain: () => void;
  onShowTo: (access: PhotoAudience) => void;
  onDelete: () => void;
}

export function MyPhotoTile(props: MyPhotoTileProps) {
  const { photo, place, dragged, onDrag, onDropHere } = props;
  const { t } = useTranslation('photos');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- drags a photo to its place; the buttons for forward and back do the same
    <li
      className={clsx(
        styles['tile'],
        dragged && styles['dragged'],
        photo.status !== 'active' && styles['dim'],
      )}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(photo.id);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => !event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        onDropHere();
      }}
    >
      <img
        src={photo.thumb_filename}
        style={colourBeneath(photo)}
        srcSet={photo.filename ? photoSources(photo.filename) : undefined}
        sizes={place === 0 && photo.main ? SIZES.lead : SIZES.other}
        alt={t('mine.photo', { number: place + 1 })}
        draggable={false}
      />
      <PhotoState photo={photo} />
      <PhotoMenu {...props} />
    </li>
  );
}

function PhotoState({ photo }: { photo: Photo }) {
  const { t } = useTranslation('photos');
  const PrivacyIcon = photo.on_request ? IconKey : IconLock;
  return (
    <div className={styles['state']}>
      {photo.status === 'refused' && (
        <p className={styles['reason']}>{t(`reasons.${photo.refusal_reason ?? 'other'}`)}</p>
      )}
      <div className={styles['tags']}>
        {photo.main && (
          <Tag tone="paper" icon={<IconStar size={14} aria-hidden="true" />}>
            {t('mine.main')}
          </Tag>
        )}
        {photo.private && (
          <Tag tone="paper" icon={<PrivacyIcon size={14} aria-hidden="true" />}>
            {t(photo.on_request ? 'mine.on_request' : 'mine.private')}
          </Tag>
        )}
        {photo.status === 'inspecting' && <Tag tone="paper">{t('mine.inspecting')}</Tag>}
        {photo.status === 'refused' && (
          <Tag tone="red" icon={<IconAlert size={14} aria-hidden="true" />}>
            {t('mine.refused')}
          </Tag>
        )}
      </div>
    </div>
  );
}

function PhotoMenu({ photo, place, count, onMove, onMain, onShowTo, onDelete }: MyPhotoTileProps) {
  const { t } = useTranslation('photos');
  const canLead = !photo.main && !photo.private && photo.status !== 'refused';
  return (
    <div className={styles['options']}>
      <Menu
        button={<IconDots size={20} aria-hidden="true" />}
        label={t('mine.options', { number: place + 1 })}
        buttonClassName={styles['dots']}
      >
        <div className={styles['entries']}>
          {canLead && (
            <button type="button" onClick={onMain}>
              <IconStar size={18} aria-hidden="true" /> {t('mine.make_main')}
            </button>
          )}
          {!photo.main &&
            audiences
              .filter(({ audience }) => audience !== audienceOf(photo))
              .map(({ audience, label, Icon }) => (
                <button key={audience} type="button" onClick={() => onShowTo(audience)}>
                  <Icon size={18} aria-hidden="true" /> {t(label)}
                </button>
              ))}
          {place > 0 && (
            <button type="button" onClick={() => onMove(-1)}>
              <IconArrowLeft size={18} aria-hidden="true" /> {t('mine.earlier')}
            </button>
          )}
          {place < count - 1 && (
            <button type="button" onClick={() => onMove(1)}>
              <IconArrowRight size={18} aria-hidden="true" /> {t('mine.later')}
            </button>
          )}
          <button type="button" className={styles['delete']} onClick={onDelete}>
            <IconTrash size={18} aria-hidden="true" /> {t('mine.delete')}
          </button>
        </div>
      </Menu>
    </div>
  );
}

export function UploadTile({
  upload,
  onRetry,
  onRemove,
}: {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('photos');
  const { errorText } = useErrorText();
  const percent = Math.round(upload.progress * 100);
  const failed = upload.error !== null;
  const tile = useRef<HTMLLIElement>(null);
  // False for files that this browser cannot display: HEIC outside Safari, or not an image.
  const [shown, setShown] = useState(true);
  useEffect(() => {
    // scrollIntoView returns a promise in current browsers, which React would take for the effect's cleanup.
    void tile.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <li ref={tile} className={clsx(styles['tile'], styles['upload'])}>
      {shown && <img src={upload.preview} alt="" onError={() => setShown(false)} />}
      <div className={styles['status']} role={failed ? 'alert' : 'status'}>
        <strong>
          {failed ? t('add.failed') : percent < 100 ? t('add.uploading', { percent }) : t('add.processing')}
        </strong>
        {failed ? (
          <>
            <p>{errorText(upload.error)}</p>
            <div>
              {worthRetrying(0, upload.error) && (
                <Button size="s" look="secondary" onClick={onRetry}>
                  {t('add.retry')}
                </Button>
              )}
              <Button size="s" look="secondary" onClick={onRemove}>
                {t('add.remove')}
              </Button>
            </div>
          </>
        ) : (
          <progress
            max={100}
            value={percent < 100 ? percent : undefined}
            aria-label={t('add.uploading', { percent })}
          />
        )}
      </div>
    </li>
  );
}
