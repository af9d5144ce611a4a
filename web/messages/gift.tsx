import { clsx } from 'clsx';
import { isGift } from '#contract/rules/chat-rules.ts';
import { GiftDrawing } from '#web/drawings/gift-drawing.tsx';
import { useGiftName } from '#web/drawings/use-gifts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './bubble.module.css';

export default function Gift({ gift, own }: { gift: string; own: boolean }) {
  const { t } = useTranslation('chat');
  const nameOf = useGiftName(!isGift(gift));
  return (
    <figure className={clsx(styles['bubble'], styles['gift'])}>
      <GiftDrawing gift={gift} size={112} />
      <figcaption>{t(own ? 'gift.sent' : 'gift.received', { gift: nameOf(gift) })}</figcaption>
    </figure>
  );
}
