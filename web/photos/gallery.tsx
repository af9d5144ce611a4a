import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MainImage, Photo } from '#contract/photos/photo.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useOpenSignup } from '#web/session/signup-intent.ts';
import { useUser } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconLock, IconUser } from '#web/ui/icons.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { colourBeneath } from '#web/ui/pictures/picture-style.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SlideArrows } from '#web/ui/slides/slide-arrows.tsx';
import { useSlides } from '#web/ui/slides/use-slides.ts';
import { photoOfWidth, photoSources } from './sources.ts';
import styles from './gallery.module.css';

const loadLightbox = () => import('./lightbox.tsx');
const Lightbox = lazyDialog(loadLightbox);
/** Called when a pointer or the focus reaches the photos, before a tap enlarges one. */
const prepareLightbox = () => void loadLightbox().catch(() => {});

const LockedOnRequest = lazyPart(() => import('./access/locked-on-request.tsx'));
const ShownToYou = lazyPart(() => import('./access/shown-to-you.tsx'));

interface GalleryProps {
  photos: Photo[];
  profile: { id: number; name: string; cam?: object | undefined };
  labels?: ReactNode;
  caption?: ReactNode;
  sizes?: string;
  /** Shows locked photos as to somebody else, without a way to unlock them. */
  shownAs?: 'visitor' | 'member' | undefined;
  placeholder?: string | undefined;
}

export function Gallery({ photos, profile, labels, caption, sizes, placeholder, shownAs }: GalleryProps) {
  const { t } = useTranslation('photos');
  const strip = useRef<HTMLDivElement>(null);
  const { at, go, onScroll } = useSlides(strip, photos.length);
  const lightbox = useLightbox(strip);
  const user = useUser();
  const { name } = profile;
  const overlay = <Overlay labels={labels} caption={caption} />;
  if (photos.length === 0) {
    return (
      <div className={clsx(styles['stage'], styles['nobody'])}>
        <IconUser size={96} stroke={1.1} aria-hidden="true" />
        <p>{t('gallery.none', { name })}</p>
        {overlay}
      </div>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(at + by);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys turn the photos; the buttons do the same
    <section
      className={styles['gallery']}
      aria-label={t('gallery.photos_of', { name })}
      onKeyDown={onKeyDown}
    >
      <div className={styles['stage']} onPointerEnter={prepareLightbox} onFocus={prepareLightbox}>
        <div
          ref={strip}
          className={styles['strip']}
          // A locked photo may have nothing to focus, and the strip can be scrolled.
          tabIndex={photos[at]?.locked ? 0 : undefined}
          role="group"
          aria-label={t('gallery.photos_of', { name })}
          onScroll={onScroll}
        >
          {photos.map((photo, i) => (
            <div key={photo.id} className={styles['slide']} inert={i !== at}>
              <Slide
                photo={photo}
                profile={profile}
                number={i + 1}
                count={photos.length}
                shownAs={shownAs}
                sizes={sizes}
                placeholder={i === 0 ? placeholder : undefined}
                onEnlarge={lightbox.open}
              />
            </div>
          ))}
        </div>
        {overlay}
        {photos.length > 1 && (
          <>
            <span className={styles['position']} aria-live="polite">
              {t('gallery.position', { number: at + 1, count: photos.length })}
            </span>
            <SlideArrows at={at} count={photos.length} size={22} look="float" go={go} classes={styles} />
          </>
        )}
      </div>
      {photos.length > 1 && <Thumbnails photos={photos} at={at} go={go} />}
      {lightbox.isOpen && (
        <Lightbox
          photos={photos}
          profile={profile}
          reportable={user?.id !== profile.id}
          commentable={!!user && user.id !== profile.id && !profile.cam && !shownAs}
          at={at}
          onMove={go}
          onClose={lightbox.close}
        />
      )}
    </section>
  );
}

function useLightbox(strip: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    open: () => setOpen(true),
    close() {
      flushSync(() => setOpen(false));
      // The photo that opened the lightbox is inert if another one is shown now, so it cannot take the focus back.
      strip.current
        ?.querySelector<HTMLElement>(':scope > :not([inert]) button')
        ?.focus({ preventScroll: true });
    },
  };
}

function Overlay({ labels, caption }: Pick<GalleryProps, 'labels' | 'caption'>) {
  return (
    <>
      {labels && <div className={styles['labels']}>{labels}</div>}
      {caption && (
        <p className={styles['caption']} aria-hidden="true">
          {caption}
        </p>
      )}
    </>
  );
}

export function GalleryFrame({
  image,
  photos,
  labels,
  caption,
}: Pick<GalleryProps, 'labels' | 'caption'> & { image: MainImage | null; photos: number }) {
  return (
    <div className={styles['gallery']}>
      <div className={styles['stage']}>
        <div className={styles['strip']}>
          <div className={styles['slide']}>
            {image && <img src={image.thumb_filename} style={colourBeneath(image)} alt="" />}
          </div>
        </div>
        <Overlay labels={labels} caption={caption} />
      </div>
      {photos > 1 && (
        <div className={styles['thumbs']}>
          <Skeleton width={60} height={80} />
        </div>
      )}
    </div>
  );
}

interface SlideProps extends Pick<GalleryProps, 'profile' | 'sizes' | 'placeholder' | 'shownAs'> {
  photo: Photo;
  number: number;
  count: number;
  onEnlarge: () => void;
}

function Slide({ photo, profile, number, count, sizes, placeholder, shownAs, onEnlarge }: SlideProps) {
  const { t } = useTranslation('photos');
  const user = useUser();
  if (!photo.filename) return <LockedSlide photo={photo} profile={profile} shownAs={shownAs} />;
  const picture = (
    <button
      type="button"
      className={styles['open']}
      aria-label={t('gallery.enlarge', { number })}
      style={{ ...colourBeneath(photo), ...(placeholder && { backgroundImage: `url("${placeholder}")` }) }}
      onClick={onEnlarge}
    >
      <img
        src={photoOfWidth(photo.filename, 960)}
        srcSet={photoSources(photo.filename)}
        sizes={sizes ?? '(min-width: 992px) 480px, 100vw'}
        alt={t('gallery.photo', { name: profile.name, number, count })}
        width={photo.width}
        height={photo.height}
        loading={number === 1 ? 'eager' : 'lazy'}
        fetchPriority={number === 1 ? 'high' : undefined}
      />
    </button>
  );
  if (!photo.on_request || user?.id === profile.id) return picture;
  return (
    <div className={styles['shown']}>
      {picture}
      <Suspense>
        <ShownToYou name={profile.name} until={photo.until} />
      </Suspense>
    </div>
  );
}

function Thumbnails({ photos, at, go }: { photos: Photo[]; at: number; go: (at: number) => void }) {
  const { t } = useTranslation('photos');
  return (
    <ul className={styles['thumbs']}>
      {photos.map((photo, i) => (
        <li key={photo.id}>
          <button
            type="button"
            className={styles['thumb']}
            aria-current={i === at || undefined}
            aria-label={
              photo.locked
                ? t(photo.on_request ? 'gallery.on_request' : 'gallery.locked')
                : t('gallery.show', { number: i + 1 })
            }
            onClick={() => go(i)}
          >
            <img
              src={photo.filename ? photoOfWidth(photo.filename, 160) : photo.thumb_filename}
              style={colourBeneath(photo)}
              alt=""
              width={60}
              height={80}
              loading="lazy"
            />
            {photo.locked && <IconLock size={18} aria-hidden="true" />}
          </button>
        </li>
      ))}
    </ul>
  );
}

function LockedSlide({ photo, profile, shownAs }: Pick<SlideProps, 'photo' | 'profile' | 'shownAs'>) {
  const { t } = useTranslation('photos');
  const user = useUser();
  const isMember = shownAs ? shownAs === 'member' : Boolean(user);
  const openSignup = useOpenSignup();
  return (
    <div className={styles['locked']}>
      <img src={photo.thumb_filename} alt="" />
      <div className={styles['way-in']} inert={shownAs !== undefined}>
        <IconLock size={28} aria-hidden="true" />
        {isMember && photo.on_request ? (
          <Suspense>
            <LockedOnRequest profile={profile} isAsked={photo.asked === true} />
          </Suspense>
        ) : (
          <p>{t(isMember ? 'gallery.locked_text' : 'gallery.locked_visitor', { name: profile.name })}</p>
        )}
        {isMember && !photo.on_request && <ButtonLink to="/premium">{t('gallery.get_premium')}</ButtonLink>}
        {!isMember && (
          <Button onClick={() => openSignup({ act: 'photos', profile: profile.id, name: profile.name })}>
            {t('gallery.sign_up')}
          </Button>
        )}
      </div>
    </div>
  );
}
