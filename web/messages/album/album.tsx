import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Cover } from '#web/messages/plain-message.tsx';
import { IconEyeOff, IconPhoto } from '#web/ui/icons.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { colourBeneath } from '#web/ui/pictures/picture-style.ts';
import { AlbumGrid } from './album-grid.tsx';
import bubble from '#web/messages/bubble.module.css';
import styles from './album.module.css';

const AlbumViewer = lazyDialog(() => import('./album-viewer.tsx'));

export type ChatImage = NonNullable<Message['image']>;

interface AlbumProps {
  images: readonly ChatImage[];
  own: boolean;
  text: string | null;
  above?: ReactNode;
  cover?: Cover | undefined;
}

/** Several images of one message. Each is covered by itself. */
export default function Album({ images, own, text, above, cover }: AlbumProps) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState<number | null>(null);
  const caption = images.some(({ status }) => status === 'inspecting')
    ? t(own ? 'image.inspecting_own' : 'image.inspecting')
    : images.some(({ covered }) => covered)
      ? t(own ? 'covered.own' : 'covered.text')
      : null;
  return (
    <figure className={clsx(bubble['image'], styles['album'])}>
      {above}
      <AlbumGrid>
        {images.map((image, index) => (
          <button
            key={image.id}
            type="button"
            aria-label={t('album.open', { number: index + 1, count: images.length })}
            onClick={() => setOpen(index)}
          >
            <Tile image={image} own={own} />
          </button>
        ))}
      </AlbumGrid>
      {text && <p className={bubble['caption']}>{text}</p>}
      {caption && <figcaption>{caption}</figcaption>}
      {open !== null && (
        <AlbumViewer images={images} own={own} first={open} cover={cover} onClose={() => setOpen(null)} />
      )}
    </figure>
  );
}

function Tile({ image, own }: { image: ChatImage; own: boolean }) {
  const { t } = useTranslation('chat');
  if (!image.thumb_filename) return <IconPhoto size={30} aria-hidden="true" />;
  return (
    <>
      <img
        src={image.thumb_filename}
        style={colourBeneath(image)}
        alt={image.filename ? t(own ? 'image.own' : 'image.theirs') : t('covered.alt')}
        loading="lazy"
        decoding="async"
      />
      {!image.filename && <IconEyeOff className={styles['mark']} size={26} aria-hidden="true" />}
    </>
  );
}
