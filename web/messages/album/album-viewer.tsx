import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Cover } from '#web/messages/plain-message.tsx';
import { sentenceOf } from '#web/messages/unseen-sentence.ts';
import { IconButton } from '#web/ui/button.tsx';
import { IconX } from '#web/ui/icons.ts';
import { ModalDialog } from '#web/ui/modal-dialog.tsx';
import { wholePicture } from '#web/ui/pictures/picture-style.ts';
import { SlideArrows } from '#web/ui/slides/slide-arrows.tsx';
import { useSlides } from '#web/ui/slides/use-slides.ts';
import type { ChatImage } from './album.tsx';
import box from '#web/ui/slides/lightbox.module.css';
import styles from './album.module.css';

interface AlbumViewerProps {
  images: readonly ChatImage[];
  own: boolean;
  first: number;
  cover?: Cover | undefined;
  onClose: () => void;
}

/** Shows the images of a message, one or several, over the whole window. */
export default function AlbumViewer({ images, own, first, cover, onClose }: AlbumViewerProps) {
  const { t } = useTranslation(['chat', 'common', 'photos']);
  const strip = useRef<HTMLDivElement>(null);
  const slides = useSlides(strip, images.length, first);
  const start = useEffectEvent(() => slides.go(first, false));
  useLayoutEffect(() => {
    start();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: slides.at - 1, ArrowRight: slides.at + 1, Home: 0, End: images.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    slides.go(to);
  };
  const count = images.length;
  const label = t(count > 1 ? 'album.title' : 'image.open');
  return (
    // Arrow keys turn the pictures; a click beside them closes, as Escape and the button do.
    <ModalDialog
      className={box['box']}
      aria-label={label}
      onDismiss={onClose}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        // The viewer is inside the message, which reacts to clicks.
        event.stopPropagation();
        if (event.target instanceof Element && event.target.matches(`dialog, .${box['slide']}`)) onClose();
      }}
    >
      <div
        ref={strip}
        className={box['strip']}
        role="group"
        aria-label={label}
        tabIndex={0}
        onScroll={slides.onScroll}
      >
        {images.map((image, i) => (
          <div key={image.id} className={box['slide']} inert={i !== slides.at}>
            <Slide image={image} own={own} near={Math.abs(i - slides.at) < 2} cover={cover} />
          </div>
        ))}
      </div>
      {count > 1 && (
        <span className={box['position']} aria-live="polite">
          {t('photos:gallery.position', { number: slides.at + 1, count })}
        </span>
      )}
      <IconButton className={box['close']} label={t('common:close')} onClick={onClose}>
        <IconX size={26} />
      </IconButton>
      {count > 1 && <SlideArrows at={slides.at} count={count} size={26} go={slides.go} classes={box} />}
    </ModalDialog>
  );
}

interface SlideProps extends Pick<AlbumViewerProps, 'own' | 'cover'> {
  image: ChatImage;
  near: boolean;
}

function Slide({ image, own, near, cover }: SlideProps) {
  const { t } = useTranslation('chat');
  if (image.filename)
    return (
      <img
        src={image.filename}
        style={wholePicture(image)}
        alt={t(own ? 'image.own' : 'image.theirs')}
        width={image.width}
        height={image.height}
        loading={near ? 'eager' : 'lazy'}
      />
    );
  if (!image.thumb_filename) return <p className={styles['sentence']}>{t(sentenceOf(image.status, own))}</p>;
  return (
    <div className={styles['decision']}>
      <img src={image.thumb_filename} alt={t('covered.alt')} width={image.width} height={image.height} />
      <div>
        <p>{t('covered.text')}</p>
        {cover?.(image.id)}
      </div>
    </div>
  );
}
