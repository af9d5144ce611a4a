import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Photo } from '#contract/profiles.ts';
import { useOpenSignup } from '#web/session/signup-intent.ts';
import { useUser } from '#web/session/use-session.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx';
import { IconArrowLeft, IconArrowRight, IconLock, IconUser } from '#web/ui/icons.ts';
import { Lightbox } from './lightbox.tsx';
import { photoOfWidth, photoSources } from './sources.ts';
import { useSlides } from './use-slides.ts';
import styles from './gallery.module.css';

interface GalleryProps {
  photos: Photo[];
  /** Whose. */
  profile: { id: number; name: string };
  /** Over the first photo: labels, presence. */
  labels?: ReactNode;
  /** Whose they are, over the foot of the photos on a phone; the page says the same in its heading. */
  caption?: ReactNode;
  /** Width of the gallery for the browser's choice of picture. */
  sizes?: string;
}

/**
 * A member's photos: one large, to be swiped or walked through by keys, the others as thumbnails. Locked ones are
 * blurred and say the way in: premium for members, signup for visitors. Needs the namespace photos.
 */
export function Gallery({ photos, profile, labels, caption, sizes = '(min-width: 992px) 480px, 100vw' }: GalleryProps) {
  const { t } = useTranslation('photos');
  const strip = useRef<HTMLDivElement>(null);
  const { at, go, onScroll } = useSlides(strip, photos.length);
  const [large, setLarge] = useState(false);
  const user = useUser();
  const { name } = profile;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(at + by);
  };
  const foot = caption && (
    <p className={styles['caption']} aria-hidden="true">
      {caption}
    </p>
  );
  if (photos.length === 0) {
    return (
      <div className={clsx(styles['stage'], styles['nobody'])}>
        <IconUser size={96} stroke={1.1} aria-hidden="true" />
        <p>{t('gallery.none', { name })}</p>
        {labels && <div className={styles['labels']}>{labels}</div>}
        {foot}
      </div>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys turn the photos; the buttons do the same
    <section className={styles['gallery']} aria-label={t('gallery.photos_of', { name })} onKeyDown={onKeyDown}>
      <div className={styles['stage']}>
        <div ref={strip} className={styles['strip']} onScroll={onScroll}>
          {photos.map((photo, i) => (
            <div key={photo.id} className={styles['slide']} inert={i !== at}>
              {photo.filename ? (
                <button type="button" className={styles['open']} aria-label={t('gallery.enlarge', { number: i + 1 })} onClick={() => setLarge(true)}>
                  <img
                    src={photoOfWidth(photo.filename, 960)}
                    srcSet={photoSources(photo.filename)}
                    sizes={sizes}
                    alt={t('gallery.photo', { name, number: i + 1, count: photos.length })}
                    width={photo.width}
                    height={photo.height}
                    loading={i === 0 ? 'eager' : 'lazy'}
                    fetchPriority={i === 0 ? 'high' : undefined}
                  />
                </button>
              ) : (
                <LockedSlide photo={photo} profile={profile} />
              )}
            </div>
          ))}
        </div>
        {labels && <div className={styles['labels']}>{labels}</div>}
        {foot}
        {photos.length > 1 && (
          <>
            <span className={styles['position']} aria-live="polite">
              {t('gallery.position', { number: at + 1, count: photos.length })}
            </span>
            <IconButton
              className={clsx(styles['arrow'], styles['back'])}
              look="float"
              label={t('gallery.previous')}
              disabled={at === 0}
              onClick={() => go(at - 1)}
            >
              <IconArrowLeft size={22} />
            </IconButton>
            <IconButton
              className={clsx(styles['arrow'], styles['on'])}
              look="float"
              label={t('gallery.next')}
              disabled={at === photos.length - 1}
              onClick={() => go(at + 1)}
            >
              <IconArrowRight size={22} />
            </IconButton>
          </>
        )}
      </div>
      {photos.length > 1 && (
        <ul className={styles['thumbs']}>
          {photos.map((photo, i) => (
            <li key={photo.id}>
              <button
                type="button"
                className={styles['thumb']}
                aria-current={i === at || undefined}
                aria-label={photo.locked ? t('gallery.locked') : t('gallery.show', { number: i + 1 })}
                onClick={() => go(i)}
              >
                <img src={photo.filename ? photoOfWidth(photo.filename, 160) : photo.thumb_filename} alt="" width={60} height={80} loading="lazy" />
                {photo.locked && <IconLock size={18} aria-hidden="true" />}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Lightbox photos={photos} profile={profile} reportable={user?.id !== profile.id} open={large} at={at} onMove={go} onClose={() => setLarge(false)} />
    </section>
  );
}

function LockedSlide({ photo, profile }: { photo: Photo; profile: { id: number; name: string } }) {
  const { t } = useTranslation('photos');
  const user = useUser();
  const openSignup = useOpenSignup();
  return (
    <div className={styles['locked']}>
      <img src={photo.thumb_filename} alt="" />
      <div className={styles['way-in']}>
        <IconLock size={28} aria-hidden="true" />
        <p>{t(user ? 'gallery.locked_text' : 'gallery.locked_visitor', { name: profile.name })}</p>
        {user ? (
          <ButtonLink to="/premium">{t('gallery.get_premium')}</ButtonLink>
        ) : (
          <Button onClick={() => openSignup({ act: 'photos', profile: profile.id, name: profile.name })}>{t('gallery.sign_up')}</Button>
        )}
      </div>
    </div>
  );
}
