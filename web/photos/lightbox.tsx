import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Photo } from '#contract/profiles.ts';
import { IconButton } from '#web/ui/button.tsx';
import { IconArrowLeft, IconArrowRight, IconFlag, IconX } from '#web/ui/icons.ts';
import { photoOfWidth } from './sources.ts';
import { useSlides } from './use-slides.ts';
import styles from './lightbox.module.css';

interface LightboxProps {
  photos: Photo[];
  profile: { id: number; name: string };
  /** Whether somebody else looks, who may report a photo. */
  reportable: boolean;
  open: boolean;
  /** Which photo of all, also the locked ones, which are passed over here. */
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}

/** The open photos on the whole screen: swipe, arrow keys, Escape. */
export function Lightbox({ open, ...rest }: LightboxProps) {
  return open ? <OpenLightbox {...rest} /> : null;
}

function OpenLightbox({ photos, profile: { id, name }, reportable, at, onMove, onClose }: Omit<LightboxProps, 'open'>) {
  const { t } = useTranslation(['photos', 'common']);
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const shown = photos.filter((photo) => photo.filename !== null);
  const first = Math.max(0, shown.indexOf(photos[at]!));
  const slides = useSlides(strip, shown.length, first);
  const start = useEffectEvent(() => slides.go(first, false));

  useEffect(() => {
    dialog.current?.showModal();
    start();
  }, []);

  const close = () => {
    const photo = shown[slides.at];
    if (photo) onMove(photos.indexOf(photo));
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: slides.at - 1, ArrowRight: slides.at + 1, Home: 0, End: shown.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    slides.go(to);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys turn the photos; a click beside them closes, as Escape and the button do
    <dialog
      ref={dialog}
      className={styles['box']}
      aria-label={t('gallery.photos_of', { name })}
      onClose={close}
      onKeyDown={onKeyDown}
      onClick={(event) => (event.target as Element).matches('img, button, a, svg, path') || close()}
    >
      <div ref={strip} className={styles['strip']} role="group" aria-label={t('gallery.photos_of', { name })} tabIndex={0} onScroll={slides.onScroll}>
        {shown.map((photo, i) => (
          <div key={photo.id} className={styles['slide']} inert={i !== slides.at}>
            <img
              src={photoOfWidth(photo.filename!, 960)}
              alt={t('gallery.photo', { name, number: i + 1, count: shown.length })}
              width={photo.width}
              height={photo.height}
              loading={Math.abs(i - slides.at) < 2 ? 'eager' : 'lazy'}
            />
          </div>
        ))}
      </div>
      <span className={styles['position']} aria-live="polite">
        {t('gallery.position', { number: slides.at + 1, count: shown.length })}
      </span>
      {reportable && (
        // The photo that stands for one that may not be shown yet has no id of its own.
        <Link to={`/complaints?profile=${id}${shown[slides.at]?.id ? `&photo=${shown[slides.at]!.id}` : ''}`} className={styles['report']}>
          <IconFlag size={18} aria-hidden="true" />
          {t('gallery.report')}
        </Link>
      )}
      <IconButton className={styles['close']} label={t('close', { ns: 'common' })} onClick={close}>
        <IconX size={26} />
      </IconButton>
      {shown.length > 1 && (
        <>
          <IconButton
            className={clsx(styles['arrow'], styles['back'])}
            label={t('gallery.previous')}
            disabled={slides.at === 0}
            onClick={() => slides.go(slides.at - 1)}
          >
            <IconArrowLeft size={26} />
          </IconButton>
          <IconButton
            className={clsx(styles['arrow'], styles['on'])}
            label={t('gallery.next')}
            disabled={slides.at === shown.length - 1}
            onClick={() => slides.go(slides.at + 1)}
          >
            <IconArrowRight size={26} />
          </IconButton>
        </>
      )}
    </dialog>
  );
}
