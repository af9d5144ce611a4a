import { useQuery } from '@tanstack/react-query';
import { isGift } from '#contract/rules/chat-rules.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { Editable, May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { GiftDrawing } from '#web/drawings/gift-drawing.tsx';
import { useGiftName } from '#web/drawings/use-gifts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Tag } from '#web/ui/chip.tsx';
import { Page } from '#web/ui/page.tsx';
import { GiftForm } from './gift-form.tsx';
import styles from './catalogue.module.css';

const giftsQuery = callQuery('adminGifts');

export const load = officeLoad(giftsQuery);
export const handle = { i18n: ['office/chat', 'chat', 'errors'] };

export default function Gifts() {
  const { t } = useTranslation('office/chat');
  const { data } = useQuery(giftsQuery);
  const nameOf = useGiftName(true);
  const last = Math.max(0, ...(data?.gifts ?? []).map(({ position }) => position));
  return (
    <Page title={t('gifts.title')} lead={t('gifts.lead')}>
      <div className={styles['stack']}>
        {data?.gifts.map((gift) => (
          <Fold
            key={gift.id}
            summary={
              <>
                <GiftDrawing gift={gift.id} size={48} />
                <b>{isGift(gift.id) ? nameOf(gift.id) : (Object.values(gift.names)[0] ?? gift.id)}</b>
                {gift.credits !== null && <span>{gift.credits}</span>}
                <Tag tone={gift.active ? 'green' : 'soft'}>
                  {t(gift.active ? 'gifts.offered' : 'gifts.retired')}
                </Tag>
              </>
            }
          >
            <Editable by="saveGift">
              <GiftForm gift={gift} position={gift.position} />
            </Editable>
          </Fold>
        ))}
        <May call="saveGift">
          <Fold summary={<b>{t('gifts.new')}</b>}>
            <GiftForm gift={null} position={last + 1} />
          </Fold>
        </May>
      </div>
    </Page>
  );
}
