import { useQuery } from '@tanstack/react-query';
import { GiftDrawing } from '#web/drawings/gift-drawing.tsx';
import { useGiftList, useGiftName } from '#web/drawings/use-gifts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Sheet } from '#web/ui/modal.tsx';
import styles from './desk.module.css';

export function GiftSheet({
  open,
  onClose,
  onChoose,
}: {
  open: boolean;
  onClose(): void;
  onChoose(gift: string): void;
}) {
  const { t } = useTranslation('office/desk');
  const { data } = useQuery({ ...useGiftList(), enabled: open });
  const nameOf = useGiftName(open);
  return (
    <Sheet open={open} onClose={onClose} title={t('gift')}>
      <div className={styles['gifts']}>
        {data?.gifts
          .filter(({ retired }) => !retired)
          .map(({ id }) => (
            <button key={id} type="button" onClick={() => onChoose(id)}>
              <GiftDrawing gift={id} size={64} />
              {nameOf(id)}
            </button>
          ))}
      </div>
    </Sheet>
  );
}
