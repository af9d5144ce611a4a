import { choicesOf } from '#contract/lists/payment-methods.ts';
import { Heading } from '#web/credits/heading.tsx';
import { LoadingOrError } from '#web/credits/loading-or-error.tsx';
import { useOrderQuery } from '#web/credits/order-query.ts';
import { loadShop, useShop } from '#web/credits/use-shop.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate, useParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { redirect } from '#web/router/redirect.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconArrowLeft, IconCoins, IconCreditCard } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Checkout } from './checkout.tsx';
import { type Choice, MethodList } from './method-list.tsx';
import { PayingFrom } from './paying-from.tsx';
import styles from './payment-method.module.css';

export const load: ScreenLoad = (screen) => {
  screen.requireUser();
  if (!/^\d+$/.test(screen.params['id'] ?? '')) throw redirect('/credits');
  return loadShop(screen);
};
export const handle = { i18n: ['credits'] };

export default function PayPackage() {
  const { t } = useTranslation('credits');
  const { carry } = useOrderQuery();
  return (
    <Page
      title={t('pay.title')}
      heading={<Heading t={t} text="pay.heading" />}
      aside={
        <Link to={carry('/credits')} className={styles['back']}>
          <IconArrowLeft size={18} aria-hidden="true" />
          {t('pay.back')}
        </Link>
      }
    >
      <Order />
    </Page>
  );
}

function Order() {
  const { t } = useTranslation('credits');
  const { id, paymentmethod } = useParams();
  const { carry } = useOrderQuery();
  const navigate = useNavigate();
  const { loaded, packages, code } = useShop();
  if (!packages)
    return (
      <LoadingOrError query={loaded}>
        <Skeleton height={420} style={{ borderRadius: 20 }} />
      </LoadingOrError>
    );
  const one = packages.packages.find((entry) => entry.id === Number(id));
  if (!one)
    return (
      <EmptyState
        icon={<IconCoins size={40} />}
        title={t('pay.unknown')}
        action={<ButtonLink to="/credits">{t('pay.back')}</ButtonLink>}
      />
    );

  const choices = choicesOf(packages.methods.map((method) => method.id));
  const [first] = choices;
  if (!first)
    return (
      <EmptyState
        icon={<IconCreditCard size={40} />}
        title={t('pay.no_methods')}
        text={t('pay.no_methods_text')}
        action={<ButtonLink to={carry('/credits')}>{t('pay.back')}</ButtonLink>}
      />
    );

  const offered = choices.find(
    ({ method, brands }) => method === paymentmethod || brands.some((brand) => brand === paymentmethod),
  )?.method;
  const chosen: Choice = offered ?? (packages.stored_card ? 'stored' : first.method);
  const choose = (choice: Choice) =>
    void navigate(carry(choice === 'stored' ? `/credits/${one.id}` : `/credits/${one.id}/${choice}`), {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <div className={styles['columns']}>
      <div className={styles['methods']}>
        <PayingFrom packages={packages} path={`/credits/${one.id}`} />
        <MethodList packages={packages} chosen={chosen} onChoose={choose} />
      </div>
      <Checkout packages={packages} one={one} chosen={chosen} code={code} />
    </div>
  );
}
