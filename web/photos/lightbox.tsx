import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Photo } from '#contract/photos/photo.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { IconFlag, IconMessage, IconX } from '#web/ui/icons.ts';
import { ModalDialog } from '#web/ui/modal-dialog.tsx';
import { wholePicture } from '#web/ui/pictures/picture-style.ts';
import { SlideArrows } from '#web/ui/slides/slide-arrows.tsx';
import { useSlides } from '#web/ui/slides/use-slides.ts';
import { photoOfWidth } from './sources.ts';
import styles from '#web/ui/slides/lightbox.module.css';

interface LightboxProps {
  photos: Photo[];
  profile: { id: number; name: string };
  /** True if the viewer may report photos, because they are not their own. */
  reportable: boolean;
  /** True if the viewer may write to the profile about a photo. */
  commentable: boolean;
  /** Index among all photos, including the locked ones, which the lightbox skips. */
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}

export default function Lightbox(props: LightboxProps) {
  const { photos, profile, at, onMove, onClose } = props;
  const { name } = profile;
  const { t } = useTranslation(['photos', 'common']);
  const strip = useRef<HTMLDivElement>(null);
  const shown = photos.flatMap((photo) =>
    photo.filename === null ? [] : [{ ...photo, filename: photo.filename }],
  );
  const first = Math.max(
    0,
    shown.findIndex(({ id }) => id === photos[at]?.id),
  );
  const slides = useSlides(strip, shown.length, first);
  const start = useEffectEvent(() => slides.go(first, false));

  useLayoutEffect(() => {
    start();
  }, []);

  const close = () => {
    const current = photos.findIndex(({ id }) => id === shown[slides.at]?.id);
    if (current !== -1) onMove(current);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: slides.at - 1, ArrowRight: slides.at + 1, Home: 0, End: shown.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    slides.go(to);
  };
  return (
    // Arrow keys turn the photos; a click beside them closes, as Escape and the button do.
    <ModalDialog
      className={styles['box']}
      aria-label={t('gallery.photos_of', { name })}
      onDismiss={close}
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        if (target instanceof Element && !target.matches('img, button, a, svg, path')) close();
      }}
    >
      <div
        ref={strip}
        className={styles['strip']}
        role="group"
        aria-label={t('gallery.photos_of', { name })}
        tabIndex={0}
        onScroll={slides.onScroll}
      >
        {shown.map((photo, i) => (
          <div key={photo.id} className={styles['slide']} inert={i !== slides.at}>
            <img
              src={photoOfWidth(photo.filename, 960)}
              style={wholePicture(photo)}
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
      <Acts {...props} photo={shown[slides.at]?.id} />
      <IconButton className={styles['close']} label={t('close', { ns: 'common' })} onClick={close}>
        <IconX size={26} />
      </IconButton>
      {shown.length > 1 && (
        <SlideArrows at={slides.at} count={shown.length} size={26} go={slides.go} classes={styles} />
      )}
    </ModalDialog>
  );
}

interface ActsProps extends Pick<LightboxProps, 'profile' | 'commentable' | 'reportable'> {
  photo: number | undefined;
}

function Acts({ profile: { id }, photo, commentable, reportable }: ActsProps) {
  return (
    <div className={styles['acts']}>
      {commentable && <CommentLink profile={id} photo={photo} />}
      {reportable && <ReportLink profile={id} photo={photo} />}
    </div>
  );
}

/** Opens the conversation with the photo quoted above the field, which shows the price of the message. */
function CommentLink({ profile, photo }: { profile: number; photo: number | undefined }) {
  const { t } = useTranslation('photos');
  if (!photo) return null;
  return (
    <Link to={`/members/${profile}/chat?about=photo:${photo}`} className={styles['act']}>
      <IconMessage size={18} aria-hidden="true" />
      {t('gallery.comment')}
    </Link>
  );
}

/** The placeholder of a locked photo has no id of its own. In that case only the profile is reported. */
function ReportLink({ profile, photo }: { profile: number; photo: number | undefined }) {
  const { t } = useTranslation('photos');
  return (
    <Link to={`/complaints?profile=${profile}${photo ? `&photo=${photo}` : ''}`} className={styles['act']}>
      <IconFlag size={18} aria-hidden="true" />
      {t('gallery.report')}
    </Link>
  );
}
