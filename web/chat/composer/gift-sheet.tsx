import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Chat } from '#contract/chat.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/modal.tsx';
import { GiftDrawing } from './gift-drawing.tsx';
import { useOutbox } from '#web/chat/outbox/outbox.ts';
import { PriceMark } from './price.tsx';
import { useGiftList, useGiftName } from './use-gifts.ts';
import styles from './gift-sheet.module.css';

/** The gifts, each with its picture; the price of the chosen one stands on the button that sends. */
export function GiftSheet({ open, onClose, chat: { profile }, price }: { open: boolean; onClose: () => void; chat: Chat; price: number }) {
  const { t } = useTranslation('chat');
  const outbox = useOutbox();
  const { data } = useQuery({ ...useGiftList(), enabled: open });
  const nameOf = useGiftName(open);
  const gifts = data?.gifts.filter(({ retired }) => !retired) ?? [];
  const [picked, setChosen] = useState('');
  const chosen = gifts.find(({ id }) => id === picked) ?? gifts[0];
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('gift.title', { name: profile.name })}
      footer={
        chosen && (
          <Button
            size="l"
            onClick={() => {
              outbox.add({ profile: profile.id, kind: 'gift', gift: chosen.id });
              onClose();
            }}
          >
            {t('gift.send', { gift: nameOf(chosen.id) })}
            <PriceMark credits={price === 0 ? 0 : chosen.credits} />
          </Button>
        )
      }
    >
      <div className={styles['gifts']} role="radiogroup" aria-label={t('gift.title', { name: profile.name })}>
        {gifts.map(({ id }) => (
          <label key={id} className={clsx(styles['gift'], id === chosen?.id && styles['chosen'])}>
            <input type="radio" name="gift" value={id} checked={id === chosen?.id} onChange={() => setChosen(id)} className="visually-hidden" />
            <span className={styles['ground']}>
              <GiftDrawing gift={id} size={72} />
            </span>
            {nameOf(id)}
          </label>
        ))}
      </div>
    </Sheet>
  );
}
