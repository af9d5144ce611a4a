import { useQuery } from '@tanstack/react-query';
import { Heading } from '#web/credits/heading.tsx';
import { LoadingOrError } from '#web/credits/loading-or-error.tsx';
import { packagesQuery } from '#web/credits/queries.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { DeferredHandle } from '#web/page/deferred-handle.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { MethodsStrip } from './methods-strip.tsx';
import { PackageGrid, PackageGridSkeleton } from './package-grid.tsx';
import styles from './pricing.module.css';

export const load: ScreenLoad = ({ prefetch }) => prefetch(packagesQuery);
export const handle = {
  i18n: ['credits'],
  deferScripts: ({ isVisitor }) => isVisitor,
} satisfies DeferredHandle & { i18n: string[] };

export default function Pricing() {
  const { t } = useTranslation('credits');
  const user = useUser();
  return (
    <Page
      title={t('pricing.title')}
      description={t('pricing.description')}
      heading={<Heading t={t} text="pricing.heading" />}
      lead={t('pricing.lead')}
      isPublic
    >
      <div className={styles['pricing']}>
        <div className={styles['columns']}>
          <Card title={t('pricing.what')}>
            <Costs />
          </Card>
          <Card title={t('pricing.questions')}>
            <Questions />
          </Card>
        </div>
        <Packages />
        <ButtonLink to={user ? '/credits' : '/signup'} size="l" className={styles['start']}>
          {user ? t('pricing.buy') : t('pricing.start')}
        </ButtonLink>
      </div>
    </Page>
  );
}

function Costs() {
  const { t } = useTranslation('credits');
  const { message_credits, photo_credits, gift_credits, free_messages = 0 } = useSettings();
  const free = t('pricing.free');
  const credits = (count: number) => t('credits', { count });
  const lines: [string, string][] = [
    [t('pricing.signup'), free],
    [t('pricing.like'), free],
    [t('pricing.receive'), free],
    ...(free_messages > 0 ? [[t('pricing.first', { count: free_messages }), free] as [string, string]] : []),
    [t('pricing.message'), credits(message_credits)],
    [t('pricing.photo'), credits(photo_credits)],
    [t('pricing.gift'), credits(gift_credits)],
    [t('pricing.subscription'), t('pricing.none')],
  ];
  return (
    <dl className={styles['costs']}>
      {lines.map(([what, costs]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd className={costs === free ? styles['free'] : undefined}>{costs}</dd>
        </div>
      ))}
    </dl>
  );
}

function Questions() {
  const { t } = useTranslation('credits');
  const { refund_days, fictional_warning } = useSettings();
  const questions: [string, string][] = [
    [t('pricing.expire'), t('pricing.expire_text')],
    [t('pricing.renew'), t('pricing.renew_text')],
    [t('pricing.return'), t('pricing.return_text', { days: refund_days })],
    ...(fictional_warning ? [[t('pricing.fictional'), t('pricing.fictional_text')] as [string, string]] : []),
  ];
  return (
    <dl className={styles['questions']}>
      {questions.map(([question, answer]) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  );
}

function Packages() {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const user = useUser();
  const loaded = useQuery(packagesQuery);
  const packages = loaded.data;
  if (!packages)
    return (
      <LoadingOrError query={loaded}>
        <PackageGridSkeleton />
      </LoadingOrError>
    );
  return (
    <section className={styles['packages']} aria-labelledby="pricing-packages">
      <h2 id="pricing-packages">
        {t('pricing.packages', { country: packages.country ? formats.country(packages.country) : '' })}
      </h2>
      <PackageGrid
        packages={packages.packages}
        code={null}
        to={user ? (id) => `/credits/${id}` : undefined}
      />
      <MethodsStrip packages={packages} />
    </section>
  );
}
