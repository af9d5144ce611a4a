import { useQuery } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import type { DeleteReason } from '#contract/lists/delete-reasons.ts';
import { useFormats } from '#web/i18n/format.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { useApi, useMember, useSettings } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MailPause } from './mail-pause.tsx';
import { useChangeUser } from './use-change-user.ts';
import styles from './deletion.module.css';

interface OfferProps {
  reason: DeleteReason;
  onStay: () => void;
  onGoOn: () => void;
}

export function RetentionOffer({ reason, onStay, onGoOn }: OfferProps) {
  const { t } = useTranslation('notifications');
  const discount = useOwnDiscount(reason === 'price');
  // The skeleton reserves space, because an offer that appears above the buttons would move them away from a
  // finger.
  if (discount.isLoading) return <Skeleton height={240} />;
  const offer = discount.data?.offer;
  return (
    <div className={styles['steps']}>
      <div className={styles['offer']}>
        <h3>{t(`offers.${reason}.title`)}</h3>
        <p>{t(`offers.${reason}.text`)}</p>
        <OfferForReason reason={reason} onStay={onStay} />
      </div>
      {offer && <OwnDiscount offer={offer} />}
      {reasonsForMailPause.includes(reason) && <QuietOffer onStay={onStay} />}
      <div className={styles['actions']}>
        <Button look="secondary" onClick={onStay}>
          {t('delete.stay')}
        </Button>
        <Button look="danger" onClick={onGoOn}>
          {t('delete.go_on')}
        </Button>
      </div>
    </div>
  );
}

const reasonsForMailPause: DeleteReason[] = ['time', 'not_looking', 'found_someone', 'other'];

function QuietOffer({ onStay }: { onStay: () => void }) {
  const { t } = useTranslation('mail_pause');
  return (
    <div className={styles['offer']}>
      <h3>{t('title')}</h3>
      <p>{t('text')}</p>
      <MailPause user={useMember()} onPaused={onStay} />
    </div>
  );
}

function useOwnDiscount(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['retentionOffer'],
    queryFn: () => api.call('retentionOffer', { body: {} }),
    staleTime: Infinity,
    enabled,
  });
}

function OwnDiscount({ offer }: { offer: NonNullable<CallReply<'retentionOffer'>['offer']> }) {
  const { t } = useTranslation('notifications');
  const formats = useFormats();
  return (
    <div className={styles['offer']}>
      <h3>{t('offers.discount.title', { percent: formats.percent(offer.value_percentage) })}</h3>
      <p>
        <Trans
          t={t}
          i18nKey="offers.discount.text"
          values={{ code: offer.code, date: formats.date(offer.expires ?? '') }}
          components={{ em: <b className={styles['code']} /> }}
        />
      </p>
      <ButtonLink to={`/credits?code=${offer.code}`}>{t('offers.discount.use')}</ButtonLink>
    </div>
  );
}

function OfferForReason({ reason, onStay }: { reason: DeleteReason; onStay: () => void }) {
  const { t } = useTranslation('notifications');
  const settings = useSettings();
  const user = useMember();
  const change = useChangeUser();
  if (reason === 'price')
    return (
      <ButtonLink to="/credits" look="secondary">
        {t('offers.see_prices')}
      </ButtonLink>
    );
  if (reason === 'no_members')
    return (
      <ButtonLink to="/members" look="secondary">
        {t('offers.search')}
      </ButtonLink>
    );
  if (reason === 'site_problems' || reason === 'other') {
    return (
      <a href={`mailto:${settings.support_email}`}>{t('offers.write', { email: settings.support_email })}</a>
    );
  }
  if (reason === 'found_someone' || user.invisible) return null;
  return (
    <Button
      look="secondary"
      busy={change.isPending}
      onClick={() => {
        change.mutate({ invisible: true });
        onStay();
      }}
    >
      {t('offers.go_invisible')}
    </Button>
  );
}
