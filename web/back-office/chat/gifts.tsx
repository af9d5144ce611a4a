import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { isGift } from '#contract/rules/chat-rules.ts';
import { GiftDrawing } from '#web/chat/composer/gift-drawing.tsx';
import { useGiftName } from '#web/chat/composer/use-gifts.ts';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { Tag } from '#web/ui/chip.tsx';
import { Page } from '#web/ui/page.tsx';
import { GiftForm } from './gift-form.tsx';
import styles from './chat-desk.module.css';

const giftsQuery = callQuery('adminGifts');

const load = officeLoad(giftsQuery);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_chat', 'chat', 'errors'] };

/** /admin/gifts: the gifts in their order, each to be priced, retired or offered again, and the form for another. */
export default function Gifts() {
  const { t } = useTranslation('back_office_chat');
  const { data } = useQuery(giftsQuery);
  const nameOf = useGiftName(true);
  const last = Math.max(0, ...(data?.gifts ?? []).map(({ position }) => position));
  return (
    <Page title={t('gifts.title')} lead={t('gifts.lead')}>
      <div className={styles['stack']}>
        {data?.gifts.map((gift) => (
          <details key={gift.id} className={styles['fold']}>
            <summary>
              <GiftDrawing gift={gift.id} size={48} />
              <b>{isGift(gift.id) ? nameOf(gift.id) : (Object.values(gift.names)[0] ?? gift.id)}</b>
              {gift.credits !== null && <span>{gift.credits}</span>}
              <Tag tone={gift.active ? 'green' : 'soft'}>{t(gift.active ? 'gifts.offered' : 'gifts.retired')}</Tag>
            </summary>
            <GiftForm gift={gift} position={gift.position} />
          </details>
        ))}
        <details className={styles['fold']}>
          <summary>
            <b>{t('gifts.new')}</b>
          </summary>
          <GiftForm gift={null} position={last + 1} />
        </details>
      </div>
    </Page>
  );
}
