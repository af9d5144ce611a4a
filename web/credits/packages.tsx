import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from 'react-router';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useMember } from '#web/session/use-session.ts';
import { IconReceipt } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { Assurance } from './assurance.tsx';
import { DebtNote } from './checkout/debt-note.tsx';
import { DiscountBanner } from './offers/discount-banner.tsx';
import { DiscountEntry } from './offers/discount-entry.tsx';
import { Heading } from './heading.tsx';
import { LastOrder } from './checkout/last-order.tsx';
import { MethodsStrip } from './methods-strip.tsx';
import { readOrderQuery, useOrderQuery } from './checkout/order-query.ts';
import { PackageGrid, PackageGridSkeleton } from './package-grid.tsx';
import { PauseNote } from './checkout/pause-note.tsx';
import { codeQuery, packagesQuery } from './queries.ts';
import { Waiting } from './waiting.tsx';
import styles from './packages.module.css';

const load: ScreenLoad = ({ prefetch, requireUser, url }) => {
  requireUser();
  const { code } = readOrderQuery(url.searchParams);
  return Promise.all([prefetch(packagesQuery), code ? prefetch(codeQuery(code)) : null]);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['credits'] };

/** /credits: the packages for the payer's country, the active discount, the last order. */
export default function Credits() {
  const { t } = useTranslation('credits');
  const { credits } = useMember();
  return (
    <Page
      title={t('title')}
      heading={<Heading t={t} text="heading" />}
      lead={t('lead')}
      aside={
        <div className={styles['account']}>
          <strong>{t('balance', { count: credits })}</strong>
          <Link to="/transactions">
            <IconReceipt size={18} aria-hidden="true" />
            {t('history')}
          </Link>
        </div>
      }
    >
      <Shop />
    </Page>
  );
}

function Shop() {
  const { code: typed } = useOrderQuery();
  const loaded = useQuery(packagesQuery);
  const packages = loaded.data;
  const { data: code = null } = useQuery({ ...codeQuery(typed ?? ''), enabled: typed !== null });
  if (!packages)
    return (
      <Waiting query={loaded}>
        <PackageGridSkeleton />
      </Waiting>
    );
  const active = packages.packages.find(({ discount }) => discount)?.discount;
  return (
    <div className={styles['shop']}>
      <PauseNote />
      <DebtNote credits={packages.debt} />
      {active && !code && <DiscountBanner percentage={active.percentage} />}
      <PackageGrid packages={packages.packages} code={code} to={(id) => `/credits/${id}`} />
      <DiscountEntry code={code} />
      {packages.last_order && <LastOrder order={packages.last_order} />}
      <MethodsStrip packages={packages} />
      <Assurance />
    </div>
  );
}
