import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import type { ChatImageRefusal } from '#contract/photos/refusal-reasons.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconEyeOff, IconPhoto } from '#web/ui/icons.ts';
import { OnceImage } from './once-image.tsx';
import { sentenceOf } from './unseen-sentence.ts';
import styles from './bubble.module.css';

interface UnseenImageProps {
  image: Message['image'];
  own: boolean;
  text: string | null;
  above?: ReactNode;
  /** The recipient's choices about the image. Writers at the desk only open those that can be seen once. */
  acts?: ReactNode;
}

/** An image that is not shown: covered, to be seen once, being checked, refused or declined. */
export default function UnseenImage({ image, own, text, above, acts }: UnseenImageProps) {
  const { t } = useTranslation('chat');
  if (image?.view_once)
    return <OnceImage image={image} own={own} text={text} above={above} acts={!own && acts} />;
  if (image?.thumb_filename) return <Covered image={image} text={text} above={above} acts={acts} />;
  return (
    <p className={clsx(styles['bubble'], styles['hidden-image'])}>
      <IconPhoto size={26} aria-hidden="true" />
      <span>
        {t(sentenceOf(image?.status ?? 'inspecting', own))}
        {image?.refusal_reason && <Reason reason={image.refusal_reason} />}
        {text && <span className={styles['words']}>{text}</span>}
      </span>
    </p>
  );
}

/** Apart, because few conversations need the words of refusals. */
function Reason({ reason }: { reason: ChatImageRefusal }) {
  const { t } = useTranslation('photos');
  return <strong className={styles['words']}>{t(`reasons.${reason}`)}</strong>;
}

interface CoveredProps extends Pick<UnseenImageProps, 'text' | 'above' | 'acts'> {
  image: NonNullable<Message['image']>;
}

/** An intimate image that its recipient has not asked for. The server sends only its blurred rendition. */
function Covered({ image, text, above, acts }: CoveredProps) {
  const { t } = useTranslation('chat');
  return (
    <figure className={styles['image']}>
      {above}
      <div className={styles['covered']} style={{ aspectRatio: `${image.width} / ${image.height}` }}>
        <img src={image.thumb_filename ?? undefined} alt={t('covered.alt')} loading="lazy" decoding="async" />
        <IconEyeOff size={30} aria-hidden="true" />
      </div>
      {text && <p className={styles['caption']}>{text}</p>}
      <figcaption>{t('covered.text')}</figcaption>
      {acts}
    </figure>
  );
}
