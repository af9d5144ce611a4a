import { useQuery } from '@tanstack/react-query';
import { choiceOf, isCard } from '#contract/lists/payment-methods.ts';
import { Heading } from '#web/credits/heading.tsx';
import { LoadingOrError } from '#web/credits/loading-or-error.tsx';
import { MethodMark } from '#web/credits/method-mark.tsx';
import { useOrderQuery } from '#web/credits/order-query.ts';
import { packagesQuery } from '#web/credits/queries.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconReceipt } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Checkout } from './checkout.tsx';
import type { Choice } from './method-list.tsx';
import styles from './repeat-order.module.css';

export const load: ScreenLoad = ({ prefetch, requireUser }) => {
  requireUser();
  return prefetch(packagesQuery);
};
export const handle = { i18n: ['credits'] };

export default function RepeatOrder() {
  const { t } = useTranslation('credits');
  return (
    <Page
      title={t('repeat.page_title')}
      heading={<Heading t={t} text="repeat.heading" />}
      lead={t('repeat.lead')}
      width="narrow"
    >
      <Repeat />
    </Page>
  );
}

function Repeat() {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const { carry } = useOrderQuery();
  const loaded = useQuery(packagesQuery);
  const packages = loaded.data;
  if (!packages)
    return (
      <LoadingOrError query={loaded}>
        <Skeleton height={420} style={{ borderRadius: 20 }} />
      </LoadingOrError>
    );
  const last = packages.last_order;
  const one = packages.packages.find(({ id }) => id === last?.package);
  const [firstMethod] = packages.methods;
  if (!last || !one || !firstMethod) {
    return (
      <EmptyState
        icon={<IconReceipt size={40} />}
        title={t('repeat.none')}
        text={t('repeat.none_text')}
        action={<ButtonLink to={carry('/credits')}>{t('pay.back')}</ButtonLink>}
      />
    );
  }
  const card = isCard(last.method) ? packages.stored_card : null;
  const offered =
    packages.methods.find(({ id }) => id === choiceOf(last.method) || id === last.method)?.id ??
    firstMethod.id;
  const chosen: Choice = card ? 'stored' : offered;
  return (
    <div className={styles['repeat']}>
      <p className={styles['method']}>
        <MethodMark method={offered} />
        <span>
          <strong>{card ? t('repeat.with_card', card) : t(`methods.${offered}`)}</strong>
          <small>{formats.date(last.created_at)}</small>
        </span>
      </p>
      <Checkout packages={packages} one={one} chosen={chosen} code={null} />
      <Link to={carry(`/credits/${one.id}`)} className={styles['other']}>
        {t('repeat.other')}
      </Link>
    </div>
  );
}
