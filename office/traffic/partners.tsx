import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Network } from '#contract/traffic.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { Editable, May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { CopyButton } from '#web/access-tokens/copy-button.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { bodyOf, PartnerForm, type Secrets } from './partner-form.tsx';
import styles from './partners.module.css';

const partnersQuery = callQuery('adminPartners');

export const load = officeLoad(partnersQuery);
export const handle = { i18n: ['office/traffic', 'access_tokens', 'errors'] };

export default function Partners() {
  const { t } = useTranslation(['office/traffic', 'office/frame']);
  const { data } = useQuery(partnersQuery);
  const [made, setMade] = useState<Secrets | null>(null);
  return (
    <Page title={t('office/frame:menu.partners')} lead={t('partners.lead')} width="narrow">
      <div className={styles['stack']}>
        {!data && <TextSkeleton lines={6} />}
        {data?.partners.length === 0 && (
          <EmptyState title={t('partners.none')} text={t('partners.none_text')} />
        )}
        {data?.partners.map((partner) => (
          <Fold key={partner.key} summary={<Summary partner={partner} />}>
            <div className={styles['inside']}>
              <Facts partner={partner} />
              <Editable by="writePartner">
                <PartnerForm partner={partner} onMade={setMade} />
              </Editable>
              <May call="closePartner">
                <Acts partner={partner} onMade={setMade} />
              </May>
            </div>
          </Fold>
        ))}
        <May call="writePartner">
          <Fold isNew summary={t('partners.add')}>
            <PartnerForm key={data?.partners.length} partner={null} onMade={setMade} />
          </Fold>
        </May>
      </div>
      <Modal open={made !== null} onClose={() => setMade(null)} locked title={t('secrets.title')} size="s">
        <div className={styles['inside']}>
          <p>{t('secrets.text')}</p>
          <Secret name={t('secrets.address')} value={made?.address ?? ''} />
          <Secret name={t('secrets.secret')} value={made?.secret ?? ''} />
          <Button onClick={() => setMade(null)}>{t('secrets.kept')}</Button>
        </div>
      </Modal>
    </Page>
  );
}

function Secret({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles['secret']}>
      <b>{name}</b>
      <code>{value}</code>
      <CopyButton text={value} />
    </div>
  );
}

function Summary({ partner: { name, key, active, signups, first_purchases, booked } }: { partner: Network }) {
  const { t } = useTranslation('office/traffic');
  const { money, list } = useFormats();
  return (
    <>
      <b className={styles['name']}>{name}</b>
      <Tag tone={active ? 'green' : 'soft'}>{t(active ? 'partners.open' : 'partners.closed')}</Tag>
      <span className={styles['quiet']}>
        {[
          name !== key && key,
          t('partners.signups', { count: signups }),
          t('partners.purchases', { count: first_purchases }),
          booked.length > 0 && list(booked.map(money)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
}

function Facts({ partner }: { partner: Network }) {
  const { t } = useTranslation('office/traffic');
  const { money, list, number, shortDate } = useFormats();
  const { signups, activations, first_purchases, booked, postbacks, created_at } = partner;
  const facts = [
    ['facts.since', shortDate(created_at)],
    ['facts.signups', number(signups)],
    ['facts.activations', number(activations)],
    ['facts.first_purchases', number(first_purchases)],
    ['facts.booked', booked.length > 0 ? list(booked.map(money)) : '–'],
    ['facts.sent', number(postbacks.sent)],
    ['facts.waiting', number(postbacks.waiting)],
    ['facts.given_up', number(postbacks.given_up)],
  ] as const;
  return (
    <section>
      <h2 className={styles['heading']}>{t('facts.title')}</h2>
      <dl className={styles['facts']}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd suppressHydrationWarning>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Acts({ partner, onMade }: { partner: Network; onMade: (made: Secrets) => void }) {
  const { t } = useTranslation(['office/traffic', 'office/frame']);
  const [asked, setAsked] = useState<'close' | 'renew' | null>(null);
  const refresh = ['adminPartners'] as const;
  const close = useAct('closePartner', { done: t('partners.closed_now'), refresh: [...refresh] });
  const write = useAct('writePartner', { done: t('saved'), refresh: [...refresh] });
  const done = { onSettled: () => setAsked(null) };
  const renew = () =>
    write.mutate(
      { ...bodyOf(partner), renew: true },
      { ...done, onSuccess: ({ made }) => made && onMade(made) },
    );
  return (
    <div className={styles['buttons']}>
      <Button look="secondary" size="s" onClick={() => setAsked('renew')}>
        {t(partner.active ? 'partners.renew' : 'partners.reopen_renew')}
      </Button>
      {partner.active ? (
        <Button look="quiet" size="s" onClick={() => setAsked('close')}>
          {t('partners.close')}
        </Button>
      ) : (
        <Button look="quiet" size="s" busy={write.isPending} onClick={() => write.mutate(bodyOf(partner))}>
          {t('partners.reopen')}
        </Button>
      )}
      <Modal
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t(`partners.${asked ?? 'close'}_ask`, { name: partner.name })}
        size="s"
        footer={
          <Button
            look="danger"
            busy={close.isPending || write.isPending}
            onClick={() => (asked === 'renew' ? renew() : close.mutate({ key: partner.key }, done))}
          >
            {t(`partners.${asked ?? 'close'}`)}
          </Button>
        }
      >
        <p>{t(`partners.${asked ?? 'close'}_text`)}</p>
      </Modal>
    </div>
  );
}
