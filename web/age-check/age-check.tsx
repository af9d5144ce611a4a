import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AgeCheck } from '#contract/age-checks/calls.ts';
import { AGE_REVIEW_DAYS, type AgeProviderName } from '#contract/age-checks/lists.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCircleCheck, IconClock } from '#web/ui/icons.ts';
import { Card, Page } from '#web/ui/page.tsx';
import { AgeAppeal } from './age-appeal.tsx';
import { SendPictures } from './send-pictures.tsx';
import { ShowProof } from './show-proof.tsx';
import styles from './age-check.module.css';

const stateQuery = callQuery('ageCheck');
const POLL_MS = 5000;

export const load: ScreenLoad = ({ ensure, requireUser }) => {
  requireUser();
  return ensure(stateQuery);
};
export const handle = { i18n: ['age_check', 'errors'] };

export default function AgeCheckScreen() {
  const { t } = useTranslation('age_check');
  const { data } = useQuery({
    ...stateQuery,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  });
  if (!data) return null;
  const isRenewal = data.renewable && data.gate !== 'off';
  const isNeeded = data.gate !== 'off' && (isRenewal || data.state !== 'passed');
  return (
    <Page title={t('title')} lead={isNeeded && !isRenewal ? t(`why.${data.gate}`) : undefined} width="narrow">
      <Counting check={data} isRenewal={isRenewal} />
      <p className="visually-hidden" role="status">
        {data.state === 'passed' && t('passed_title')}
      </p>
      {data.gate === 'off' && data.state !== 'passed' && (
        <EmptyState title={t('off_title')} text={t('off_text')} />
      )}
      {isNeeded && <Step check={data} />}
      {isNeeded && <Kept check={data} />}
    </Page>
  );
}

/** What the passed check says, which counts on while the member renews it. */
function Counting({ check, isRenewal }: { check: AgeCheck; isRenewal: boolean }) {
  const { t } = useTranslation('age_check');
  const { date } = useFormats();
  if (!check.valid_until) return null;
  const until = date(check.valid_until);
  if (isRenewal)
    return (
      <div className={styles['renewal']}>
        <Alert title={t('renewal.title', { date: until })}>{t('renewal.text')}</Alert>
      </div>
    );
  if (check.state !== 'passed') return null;
  return (
    <EmptyState
      icon={<IconCircleCheck size={44} />}
      title={t('passed_title')}
      text={t('passed_text', { date: until })}
      action={<ButtonLink to="/members">{t('passed_way')}</ButtonLink>}
    />
  );
}

function Step({ check }: { check: AgeCheck }) {
  const queries = useQueryClient();
  const onState = (state: AgeCheck) => queries.setQueryData(stateQuery.queryKey, state);
  if (check.state === 'pictures')
    return (
      <div className={styles['form']}>
        <SendPictures check={check} onState={onState} />
        <Withdraw onState={onState} />
      </div>
    );
  if (check.state === 'waiting' && check.provider === 'eu' && check.due_at)
    return (
      <div className={styles['form']}>
        <ShowProof dueAt={check.due_at} />
        <Withdraw onState={onState} />
      </div>
    );
  if (check.state === 'waiting') return <Waiting check={check} onState={onState} />;
  return (
    <>
      <Ways check={check} />
      {check.appeal === 'possible' && <AgeAppeal onState={onState} />}
    </>
  );
}

function Ways({ check }: { check: AgeCheck }) {
  const { t } = useTranslation('age_check');
  const { errorText } = useErrorText();
  const begin = useBegin();
  return (
    <div className={styles['form']}>
      {check.state === 'failed' && check.reason && (
        <Alert tone="warning" title={t('failed_title')}>
          {t(`reasons.${check.reason}`)} {check.appeal === 'upheld' && t('appeal.upheld')}
        </Alert>
      )}
      {begin.error && <Alert tone="error" title={errorText(begin.error)} />}
      {check.ways.length === 0 && <Alert title={t('no_way')} />}
      {check.ways.map((provider) => (
        <Card key={provider} title={t(`ways.${provider}.title`)}>
          <p>{t(`ways.${provider}.text`)}</p>
          <Button size="l" busy={begin.isPending} onClick={() => begin.mutate(provider)}>
            {t(check.state === 'failed' ? 'again' : check.state === 'passed' ? 'renewal.start' : 'start')}
          </Button>
        </Card>
      ))}
    </div>
  );
}

/** Begins a check, and goes to the provider's page, which is outside the app. */
function useBegin() {
  const queries = useQueryClient();
  const api = useApi();
  const language = useLocale();
  return useMutation({
    mutationFn: (provider: AgeProviderName) => api.call('beginAgeCheck', { body: { provider, language } }),
    onSuccess(check: AgeCheck) {
      queries.setQueryData(stateQuery.queryKey, check);
      if (check.url) window.location.assign(check.url);
    },
  });
}

interface StepProps {
  onState: (state: AgeCheck) => void;
}

function Waiting({ check, onState }: StepProps & { check: AgeCheck }) {
  const { t } = useTranslation('age_check');
  const { day, time } = useFormats();
  const isOffice = check.provider === 'office';
  const when = check.due_at && `${day(check.due_at)}, ${time(check.due_at)}`;
  return (
    <div className={styles['form']}>
      {!isOffice && !check.url && <Alert tone="warning">{t('provider_away')}</Alert>}
      <EmptyState
        icon={<IconClock size={44} />}
        title={t(isOffice ? 'review.title' : 'waiting_title')}
        text={when && t(isOffice ? 'review.text' : 'waiting_text', { when })}
      />
      {check.appeal === 'open' && <Alert>{t('appeal.open')}</Alert>}
      {check.url && (
        <Button size="l" onClick={() => check.url && window.location.assign(check.url)}>
          {t('go_on')}
        </Button>
      )}
      <Withdraw onState={onState} />
    </div>
  );
}

function Withdraw({ onState }: StepProps) {
  const { t } = useTranslation('age_check');
  const { errorText } = useErrorText();
  const api = useApi();
  const withdraw = useMutation({ mutationFn: () => api.call('withdrawAgeCheck'), onSuccess: onState });
  return (
    <>
      {withdraw.error && <Alert tone="error" title={errorText(withdraw.error)} />}
      <Button look="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {t('withdraw')}
      </Button>
    </>
  );
}

function Kept({ check }: { check: AgeCheck }) {
  const { t } = useTranslation('age_check');
  return (
    <section className={styles['kept']}>
      <h2>{t('kept_title')}</h2>
      <p>{t('kept_text')}</p>
      {check.ways.includes('eu') && <p>{t('kept_eu')}</p>}
      {check.ways.includes('office') && <p>{t('kept_office', { days: AGE_REVIEW_DAYS })}</p>}
      <p>{t('credits_text')}</p>
    </section>
  );
}
