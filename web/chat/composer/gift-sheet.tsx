import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import { useOutbox } from '#web/chat/outbox/outbox.ts';
import { GiftDrawing } from '#web/drawings/gift-drawing.tsx';
import { useGiftList, useGiftName } from '#web/drawings/use-gifts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/modal.tsx';
import { PriceMark } from './price.tsx';
import styles from './gift-sheet.module.css';

export function GiftSheet({
  open,
  onClose,
  chat: { profile },
  price,
}: {
  open: boolean;
  onClose: () => void;
  chat: Chat;
  price: number;
}) {
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
            <input
              type="radio"
              name="gift"
              value={id}
              checked={id === chosen?.id}
              onChange={() => setChosen(id)}
              className="visually-hidden"
            />
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
