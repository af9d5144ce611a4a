import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Photo } from '#contract/photos/photo.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { toast } from '#web/ui/toasts.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { MyPhotoTile, type PhotoAudience, UploadTile } from './my-photo-tile.tsx';
import { PhotoDrop } from './photo-drop.tsx';
import { isHeic, openPicture, type Picture, releasePicture } from './picture.ts';
import { type PhotoChange, usePhotoChanges } from './use-photo-changes.ts';
import { useUploads } from './use-uploads.ts';
import styles from './my-photos.module.css';

const AccessLink = lazyPart(() => import('./access/access-link.tsx'));

/**
 * The member's own photos: add with crop and progress, set as main, hide, reorder, delete. The page must load
 * the namespaces `photos`, `errors` and `common`.
 */
export function MyPhotos() {
  const { t } = useTranslation(['photos', 'common', 'errors']);
  const { profile, paid_user } = useMember();
  const { photos } = profile;
  const { change, remove } = usePhotoChanges();
  const { uploads, start, retry, remove: forget } = useUploads(photos);
  const [deleting, setDeleting] = useState<Photo | null>(null);
  const { free_photos, premium_photos } = useSettings();
  const limit = paid_user ? premium_photos : free_photos;
  // A failed upload takes no place: nothing of it is stored.
  const room = limit - photos.length - uploads.filter(({ error }) => error === null).length;
  const { picture, unseen, open, openShared, close } = useCropQueue(room, start);
  useSharedPhotos(openShared);

  const tiles = uploads.map((upload) => (
    <UploadTile
      key={upload.id}
      upload={upload}
      onRetry={() => retry(upload.id)}
      onRemove={() => forget(upload.id)}
    />
  ));
  return (
    <section className={styles['mine']} aria-labelledby="my-photos">
      <header className={styles['head']}>
        <h2 id="my-photos">{t('mine.title')}</h2>
        <span className={styles['count']}>{t('mine.count', { count: photos.length, limit })}</span>
      </header>
      <PhotoGrid photos={photos} onChange={change.mutate} onDelete={setDeleting}>
        {tiles}
      </PhotoGrid>
      {photos.some((photo) => photo.on_request) && (
        <Suspense>
          <AccessLink />
        </Suspense>
      )}
      {photos.some(({ status }) => status === 'inspecting') && (
        <p className={styles['note']}>{t('mine.inspecting_help')}</p>
      )}
      {room > 0 ? (
        <PhotoDrop onFiles={open} multiple>
          {photos.length === 0 && (
            <div>
              <strong className={styles['empty']}>{t('mine.empty_title')}</strong>
              <p className={styles['note']}>{t('mine.empty_text')}</p>
            </div>
          )}
        </PhotoDrop>
      ) : (
        <LimitReached limit={limit} />
      )}
      <CropDialog picture={picture} onDone={close} onClose={() => close()} />
      <UnseenPhoto file={unseen} onClose={close} />
      <DeletePhotoDialog
        photo={deleting}
        onClose={() => setDeleting(null)}
        onDelete={(photo) => remove.mutate(photo.id)}
      />
    </section>
  );
}

interface Chosen {
  files: File[];
  /** They came from another app or page, not from the file picker: nothing is uploaded without a press. */
  isShared: boolean;
}

function useCropQueue(room: number, upload: (file: Blob) => void) {
  const { t } = useTranslation('photos');
  const [picture, setPicture] = useState<Picture | null>(null);
  /** A shared file that this browser cannot display. */
  const [unseen, setUnseen] = useState<File | null>(null);
  const [waiting, setWaiting] = useState<Chosen>({ files: [], isShared: false });
  const openNext = async ({ files, isShared }: Chosen) => {
    const [file, ...more] = files.slice(0, Math.max(0, room));
    setWaiting({ files: more, isShared });
    if (!file) return;
    const opened = await openPicture(file);
    if (opened) return setPicture(opened);
    // The server can decode formats that this browser cannot display, such as HEIC outside Safari.
    const isImage = isHeic(file) || file.type.startsWith('image/');
    if (isImage && isShared) return setUnseen(file);
    if (isImage) upload(file);
    else toast('error', t('add.not_a_photo'));
    void openNext({ files: more, isShared });
  };
  return {
    picture,
    unseen,
    open: (files: File[]) => void openNext({ files, isShared: false }),
    openShared: (files: File[]) => void openNext({ files, isShared: true }),
    close(photo?: Blob) {
      if (photo) upload(photo);
      releasePicture(picture);
      setPicture(null);
      setUnseen(null);
      void openNext(waiting);
    },
  };
}

/** Asks before a shared file that cannot be displayed goes to the profile. */
function UnseenPhoto({ file, onClose }: { file: File | null; onClose: (photo?: Blob) => void }) {
  const { t } = useTranslation(['photos', 'common']);
  return (
    <Modal
      open={file !== null}
      onClose={() => onClose()}
      title={t('crop.title')}
      size="s"
      footer={
        <>
          <Button look="quiet" onClick={() => onClose()}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button onClick={() => file && onClose(file)}>{t('crop.use')}</Button>
        </>
      }
    >
      <p>{file?.name}</p>
    </Modal>
  );
}

const changeTo: Record<PhotoAudience, Omit<PhotoChange, 'id'>> = {
  public: { private: false },
  private: { private: true },
  on_request: { on_request: true },
};

interface PhotoGridProps {
  photos: Photo[];
  onChange: (change: PhotoChange) => void;
  onDelete: (photo: Photo) => void;
  children: ReactNode[];
}

function PhotoGrid({ photos, onChange, onDelete, children }: PhotoGridProps) {
  const { t } = useTranslation('photos');
  const [dragged, setDragged] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const move = (photo: Photo, place: number) => {
    if (place < 0 || place >= photos.length) return;
    onChange({ id: photo.id, position: place });
    setAnnouncement(t('mine.moved', { place: place + 1 }));
  };
  return (
    <>
      {photos.length + children.length > 0 && (
        <ol className={styles['grid']} data-lead={photos[0]?.main || undefined}>
          {photos.map((photo, place) => (
            <MyPhotoTile
              key={photo.id}
              photo={photo}
              place={place}
              count={photos.length}
              dragged={dragged === photo.id}
              onDrag={setDragged}
              onDropHere={() => {
                const from = photos.find(({ id }) => id === dragged);
                if (from && from.id !== photo.id) move(from, place);
                setDragged(null);
              }}
              onMove={(by) => move(photo, place + by)}
              onMain={() => onChange({ id: photo.id, main: true })}
              onShowTo={(audience) => onChange({ id: photo.id, ...changeTo[audience] })}
              onDelete={() => onDelete(photo)}
            />
          ))}
          {children}
        </ol>
      )}
      <div className="visually-hidden" aria-live="polite">
        {announcement}
      </div>
    </>
  );
}

function LimitReached({ limit }: { limit: number }) {
  const { t } = useTranslation('photos');
  const { paid_user } = useMember();
  const { premium_photos: premium } = useSettings();
  return (
    <div className={styles['full']}>
      <p>{paid_user ? t('mine.limit', { limit }) : t('mine.limit_free', { limit, premium })}</p>
      {!paid_user && (
        <ButtonLink to="/premium" size="s">
          {t('mine.get_premium')}
        </ButtonLink>
      )}
    </div>
  );
}

interface DeletePhotoDialogProps {
  photo: Photo | null;
  onClose: () => void;
  onDelete: (photo: Photo) => void;
}

function DeletePhotoDialog({ photo, onClose, onDelete }: DeletePhotoDialogProps) {
  const { t } = useTranslation(['photos', 'common']);
  return (
    <Modal
      open={photo !== null}
      onClose={onClose}
      title={t('mine.delete_title')}
      size="s"
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button
            look="danger"
            onClick={() => {
              if (photo) onDelete(photo);
              onClose();
            }}
          >
            {t('mine.delete')}
          </Button>
        </>
      }
    >
      <p>{t('mine.delete_text')}</p>
    </Modal>
  );
}

function useSharedPhotos(take: (files: File[]) => void) {
  const [query, setQuery] = useSearchParams();
  const shared = query.has('shared');
  const onShared = useEffectEvent(async () => {
    setQuery({}, { replace: true, preventScrollReset: true });
    const files = await (await import('#web/installed-app/shared-photos.ts')).takeSharedPhotos();
    if (files.length > 0) take(files);
  });
  useEffect(() => {
    if (shared) void onShared();
  }, [shared]);
}
