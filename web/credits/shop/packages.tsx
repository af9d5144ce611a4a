import { DebtNote } from '#web/credits/checkout/debt-note.tsx';
import { LastOrder } from '#web/credits/checkout/last-order.tsx';
import { PauseNote } from '#web/credits/checkout/pause-note.tsx';
import { Heading } from '#web/credits/heading.tsx';
import { LoadingOrError } from '#web/credits/loading-or-error.tsx';
import { DiscountBanner } from '#web/credits/offers/discount-banner.tsx';
import { DiscountEntry } from '#web/credits/offers/discount-entry.tsx';
import { loadShop, useShop } from '#web/credits/use-shop.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useMember } from '#web/session/use-session.ts';
import { IconReceipt } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { Assurance } from './assurance.tsx';
import { MethodsStrip } from './methods-strip.tsx';
import { PackageGrid, PackageGridSkeleton } from './package-grid.tsx';
import styles from './packages.module.css';

export const load: ScreenLoad = (screen) => {
  screen.requireUser();
  return loadShop(screen);
};
export const handle = { i18n: ['credits'] };

export default function Credits() {
  const { t } = useTranslation('credits');
  const { credits } = useMember();
  const { packages } = useShop();
  return (
    <Page
      title={t('title')}
      heading={<Heading t={t} text="heading" />}
      lead={packages?.lead ?? t('lead')}
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
  const { loaded, packages, code } = useShop();
  if (!packages)
    return (
      <LoadingOrError query={loaded}>
        <PackageGridSkeleton />
      </LoadingOrError>
    );
  return (
    <div className={styles['shop']}>
      <PauseNote />
      <DebtNote credits={packages.debt} />
      {!code && <DiscountBanner packages={packages.packages} />}
      <PackageGrid packages={packages.packages} code={code} to={(id) => `/credits/${id}`} />
      <DiscountEntry code={code} />
      {packages.last_order && <LastOrder order={packages.last_order} />}
      <MethodsStrip packages={packages} />
      <Assurance />
    </div>
  );
}
