import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconEye, IconEyeOff } from '#web/ui/icons.ts';
import { sentenceOf } from './unseen-sentence.ts';
import styles from './bubble.module.css';
import once from './once.module.css';

interface OnceImageProps {
  image: NonNullable<Message['image']>;
  own: boolean;
  text: string | null;
  above?: ReactNode;
  /** How the recipient opens it. */
  acts?: ReactNode;
}

/** An image that its recipient can open once. Neither side sees it in the conversation. */
export function OnceImage({ image, own, text, above, acts }: OnceImageProps) {
  const { t } = useTranslation(['view_once', 'chat']);
  const Icon = image.opened ? IconEyeOff : IconEye;
  return (
    <figure className={clsx(styles['image'], once['once'])}>
      {above}
      <figcaption>
        <Icon size={26} aria-hidden="true" />
        {image.status === 'active'
          ? t(stateOf(image, own))
          : image.status === 'inspecting' && own
            ? t('chat:image.inspecting_own')
            : t(`chat:${sentenceOf(image.status, own)}`)}
      </figcaption>
      {text && <p className={styles['caption']}>{text}</p>}
      {image.status === 'active' && acts}
    </figure>
  );
}

function stateOf({ opened, covered }: OnceImageProps['image'], own: boolean) {
  if (own) return opened ? 'own_opened' : 'own';
  if (opened) return 'theirs_opened';
  return covered ? 'covered' : 'theirs';
}
