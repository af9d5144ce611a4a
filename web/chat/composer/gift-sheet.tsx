import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Chat } from '#contract/chat.ts';
import { gifts, type GiftId } from '#contract/chat-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/modal.tsx';
import { GiftDrawing } from './gift-drawing.tsx';
import { useOutbox } from '#web/chat/outbox/outbox.ts';
import { PriceMark } from './price.tsx';
import styles from './gift-sheet.module.css';

/** The gifts, each drawn; the price stands on the button that sends. */
export function GiftSheet({ open, onClose, chat: { profile }, price }: { open: boolean; onClose: () => void; chat: Chat; price: number }) {
  const { t } = useTranslation('chat');
  const outbox = useOutbox();
  const [chosen, setChosen] = useState<GiftId>(gifts[0]);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('gift.title', { name: profile.name })}
      footer={
        <Button
          size="l"
          onClick={() => {
            outbox.add({ profile: profile.id, kind: 'gift', gift: chosen });
            onClose();
          }}
        >
          {t('gift.send', { gift: t(`gift.name.${chosen}`) })}
          <PriceMark credits={price} />
        </Button>
      }
    >
      <div className={styles['gifts']} role="radiogroup" aria-label={t('gift.title', { name: profile.name })}>
        {gifts.map((gift) => (
          <label key={gift} className={clsx(styles['gift'], gift === chosen && styles['chosen'])}>
            <input type="radio" name="gift" value={gift} checked={gift === chosen} onChange={() => setChosen(gift)} className="visually-hidden" />
            <span className={styles['ground']}>
              <GiftDrawing gift={gift} size={72} />
            </span>
            {t(`gift.name.${gift}`)}
          </label>
        ))}
      </div>
    </Sheet>
  );
}
