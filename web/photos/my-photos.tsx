import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from 'react-router';
import type { Photo, User } from '#contract/profiles.ts';
import { userQuery } from '#web/session/queries.ts';
import { useApi, useMember, useSettings } from '#web/session/use-session.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { MyPhotoTile, UploadTile } from './my-photo-tile.tsx';
import { isHeic, openPicture, type Picture, release } from './picture.ts';
import { PhotoDrop } from './photo-drop.tsx';
import { useUploads } from './use-uploads.ts';
import styles from './my-photos.module.css';

/** The member's own photos: add with crop and progress, lead, hide, order, delete. Needs the namespaces photos, errors and common. */
export function MyPhotos() {
  const { t } = useTranslation(['photos', 'common', 'errors']);
  const user = useMember();
  const { photos } = user.profile;
  const { change, remove } = usePhotoChanges();
  const { uploads, start, retry, remove: forget } = useUploads();
  const [picture, setPicture] = useState<Picture | null>(null);
  const [waiting, setWaiting] = useState<File[]>([]);
  const [deleting, setDeleting] = useState<Photo | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [news, setNews] = useState('');

  const { free_photos, premium_photos } = useSettings();
  const limit = user.paid_user ? premium_photos : free_photos;
  const room = limit - photos.length - uploads.length;

  const open = async (files: File[]) => {
    const [file, ...more] = files.slice(0, Math.max(0, room));
    setWaiting(more);
    if (!file) return;
    const opened = await openPicture(file);
    if (opened) return setPicture(opened);
    // What the browser cannot show may still be a photo that the server can read: the HEIC of phones outside Safari.
    if (isHeic(file) || file.type.startsWith('image/')) start(file);
    else toast('error', t('add.not_a_photo'));
    void open(more);
  };
  useSharedPhotos((files) => void open(files));
  const close = (photo?: Blob) => {
    if (photo) start(photo);
    release(picture);
    setPicture(null);
    void open(waiting);
  };
  const move = (photo: Photo, place: number) => {
    if (place < 0 || place >= photos.length) return;
    change.mutate({ id: photo.id, position: place });
    setNews(t('mine.moved', { place: place + 1 }));
  };

  return (
    <section className={styles['mine']} aria-labelledby="my-photos">
      <header className={styles['head']}>
        <h2 id="my-photos">{t('mine.title')}</h2>
        <span className={styles['count']}>{t('mine.count', { count: photos.length, limit })}</span>
      </header>
      {photos.length > 0 && (
        <ol className={styles['grid']} data-lead={photos[0]!.main || undefined}>
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
              onMain={() => change.mutate({ id: photo.id, main: true })}
              onPrivate={(hidden) => change.mutate({ id: photo.id, private: hidden })}
              onDelete={() => setDeleting(photo)}
            />
          ))}
          {uploads.map((upload) => (
            <UploadTile key={upload.id} upload={upload} onRetry={() => retry(upload.id)} onRemove={() => forget(upload.id)} />
          ))}
        </ol>
      )}
      {photos.length === 0 && uploads.length > 0 && (
        <ol className={styles['grid']}>
          {uploads.map((upload) => (
            <UploadTile key={upload.id} upload={upload} onRetry={() => retry(upload.id)} onRemove={() => forget(upload.id)} />
          ))}
        </ol>
      )}
      {photos.some(({ status }) => status === 'inspecting') && <p className={styles['note']}>{t('mine.inspecting_help')}</p>}
      {room > 0 ? (
        <PhotoDrop onFiles={(files) => void open(files)} multiple>
          {photos.length === 0 && (
            <div>
              <strong className={styles['empty']}>{t('mine.empty_title')}</strong>
              <p className={styles['note']}>{t('mine.empty_text')}</p>
            </div>
          )}
        </PhotoDrop>
      ) : (
        <div className={styles['full']}>
          <p>{user.paid_user ? t('mine.limit', { limit }) : t('mine.limit_free', { limit, premium: premium_photos })}</p>
          {!user.paid_user && (
            <ButtonLink to="/premium" size="s">
              {t('mine.get_premium')}
            </ButtonLink>
          )}
        </div>
      )}
      <div className="visually-hidden" aria-live="polite">
        {news}
      </div>
      <CropDialog picture={picture} onDone={close} onCancel={() => close()} />
      <Modal
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('mine.delete_title')}
        size="s"
        footer={
          <>
            <Button look="quiet" onClick={() => setDeleting(null)}>
              {t('cancel', { ns: 'common' })}
            </Button>
            <Button
              look="danger"
              onClick={() => {
                remove.mutate(deleting!.id);
                setDeleting(null);
              }}
            >
              {t('mine.delete')}
            </Button>
          </>
        }
      >
        <p>{t('mine.delete_text')}</p>
      </Modal>
    </section>
  );
}

interface Change {
  id: number;
  private?: boolean;
  main?: true;
  position?: number;
}

/** Changes show at once and are put back when the server refuses them. */
function usePhotoChanges() {
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const key = userQuery.queryKey;
  const show = (photosAfter: (photos: Photo[]) => Photo[]) => {
    const before = queries.getQueryData(key);
    queries.setQueryData(key, (user: User | null | undefined) => user && { ...user, profile: { ...user.profile, photos: photosAfter(user.profile.photos) } });
    return { before };
  };
  const options = {
    onError(error: unknown, _: unknown, shown: { before: User | null | undefined } | undefined) {
      queries.setQueryData(key, shown?.before);
      toast('error', errorText(error));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  };
  const change = useMutation({
    mutationFn: (body: Change) => api.call('changePhoto', { body }),
    onMutate: (to: Change) => show((photos) => changed(photos, to)),
    ...options,
  });
  const remove = useMutation({
    mutationFn: (id: number) => api.call('deletePhoto', { body: { id } }),
    onMutate: (id: number) => show((photos) => photos.filter((photo) => photo.id !== id)),
    ...options,
  });
  return { change, remove };
}

function changed(photos: Photo[], to: Change): Photo[] {
  const found = photos.find(({ id }) => id === to.id);
  if (!found) return photos;
  const others = photos.filter(({ id }) => id !== to.id);
  if (to.position !== undefined) return others.toSpliced(to.position, 0, found);
  if (to.main) return [{ ...found, main: true }, ...others.map((photo) => ({ ...photo, main: false }))];
  return photos.map((photo) => (photo === found ? { ...photo, private: to.private ?? photo.private } : photo));
}

/** Photos that came by the system's share sheet (`?shared=1`). */
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
