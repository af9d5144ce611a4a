import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { webhookEvents, type WebhookEvent } from '#contract/lists/webhook-events.ts';
import type { SiteChoice } from '#contract/site-settings/sites.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { Editable, May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useSiteName } from '#office/pieces/sites-choice.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { CopyButton } from '#web/access-tokens/copy-button.tsx';
import { isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Select, Switch, TextInput } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { Deliveries } from './deliveries.tsx';
import styles from './webhooks.module.css';

const webhooksQuery = callQuery('adminWebhooks');

export const load = officeLoad(webhooksQuery);
export const handle = { i18n: ['office/webhooks', 'access_tokens', 'errors'] };

export default function Webhooks() {
  const { t } = useTranslation('office/webhooks');
  const { data } = useQuery(webhooksQuery);
  return (
    <Page title={t('webhooks.title')} lead={t('webhooks.lead')} width="narrow" className={styles['page']}>
      {data?.webhooks.map((webhook) => (
        <OneWebhook key={webhook.id} webhook={webhook} sites={data.sites} />
      ))}
      {data?.webhooks.length === 0 && <p>{t('webhooks.none')}</p>}
      <May call="addWebhook">{data && <AddWebhook sites={data.sites} />}</May>
    </Page>
  );
}

function OneWebhook({
  webhook: { id, url, events, active, site, ...counts },
  sites,
}: {
  webhook: Webhook;
  sites: SiteChoice[];
}) {
  const { t } = useTranslation('office/webhooks');
  const refresh = ['adminWebhooks', 'adminWebhookDeliveries'] as const;
  const change = useAct('changeWebhook', { done: t('saved'), refresh: [...refresh] });
  const test = useAct('resendWebhook', { done: t('webhooks.tested'), refresh: [...refresh] });
  const remove = useAct('removeWebhook', { done: t('webhooks.removed'), refresh: [...refresh] });
  const [asked, setAsked] = useState(false);
  const [log, setLog] = useState(false);
  return (
    <Card className={styles['form']}>
      <h2 className={styles['address']}>{url}</h2>
      <p className={styles['quiet']}>
        {(['sent', 'waiting', 'given_up'] as const)
          .map((state) => t(`webhooks.counts.${state}`, { count: counts[state] }))
          .join(' · ')}
      </p>
      <Editable by="changeWebhook">
        <Switch
          label={t('webhooks.active')}
          checked={active}
          onChange={({ target }) => change.mutate({ id, active: target.checked })}
        />
        <OneSite sites={sites} site={site} onChange={(chosen) => change.mutate({ id, site: chosen })} />
        <Events
          chosen={events}
          onChange={(chosen) => chosen.length > 0 && change.mutate({ id, events: chosen })}
        />
      </Editable>
      <div className={styles['buttons']}>
        <May call="resendWebhook">
          <Button
            look="secondary"
            size="s"
            busy={test.isPending}
            onClick={() => test.mutate({ webhook: id })}
          >
            {t('webhooks.test')}
          </Button>
        </May>
        <Button look="secondary" size="s" aria-expanded={log} onClick={() => setLog(!log)}>
          {t('webhooks.log')}
        </Button>
        <May call="removeWebhook">
          <Button look="quiet" size="s" onClick={() => setAsked(true)}>
            {t('webhooks.remove')}
          </Button>
        </May>
      </div>
      {log && <Deliveries webhook={id} />}
      <Modal
        open={asked}
        onClose={() => setAsked(false)}
        title={t('webhooks.remove_ask')}
        size="s"
        footer={
          <Button
            look="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ id }, { onSuccess: () => setAsked(false) })}
          >
            {t('webhooks.remove')}
          </Button>
        }
      >
        <p>{t('webhooks.remove_text')}</p>
      </Modal>
    </Card>
  );
}

function Events({
  chosen,
  onChange,
}: {
  chosen: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
}) {
  const { t } = useTranslation('office/webhooks');
  return (
    <fieldset className={styles['events']}>
      <legend>{t('webhooks.events')}</legend>
      {webhookEvents.map((event) => (
        <Checkbox
          key={event}
          label={t(`events.${event.replace('.', '_')}`)}
          checked={chosen.includes(event)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, event] : chosen.filter((each) => each !== event))
          }
        />
      ))}
    </fieldset>
  );
}

function OneSite({
  sites,
  site,
  onChange,
}: {
  sites: SiteChoice[];
  site: string | null;
  onChange: (site: string | null) => void;
}) {
  const { t } = useTranslation(['office/webhooks', 'office/frame']);
  const nameOf = useSiteName(sites);
  const limited = useMember().office_sites !== undefined;
  if (sites.length < 2) return null;
  return (
    <Select
      label={t('webhooks.site')}
      value={site ?? ''}
      options={[
        ...(limited ? [] : [{ value: '', label: t('office/frame:sites.all') }]),
        ...sites.map(({ host }) => ({ value: host, label: nameOf(host) })),
      ]}
      onChange={({ target }) => onChange(target.value || null)}
    />
  );
}

function AddWebhook({ sites }: { sites: SiteChoice[] }) {
  const { t } = useTranslation('office/webhooks');
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const [url, setUrl] = useState('');
  const [site, setSite] = useState<string | null>(useMember().office_sites?.[0] ?? null);
  const [chosen, setChosen] = useState<WebhookEvent[]>([...webhookEvents]);
  const [fault, setFault] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(null);
    setRefused(false);
    try {
      setSecret((await api.call('addWebhook', { body: { url: url.trim(), events: chosen, site } })).secret);
      setUrl('');
      await queries.invalidateQueries({ queryKey: ['adminWebhooks'] });
    } catch (error) {
      // In this form, only the URL can be invalid.
      if (isRefusal(error, 'invalid_fields')) setRefused(true);
      else setFault(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Card title={t('webhooks.add')}>
      <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
        {fault && <Alert tone="error" title={fault} />}
        <TextInput
          label={t('webhooks.address')}
          hint={t('webhooks.address_hint')}
          error={refused ? t('webhooks.address_refused') : undefined}
          type="url"
          required
          maxLength={500}
          placeholder="https://"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <OneSite sites={sites} site={site} onChange={setSite} />
        <Events chosen={chosen} onChange={setChosen} />
        <div>
          <Button type="submit" busy={busy} disabled={chosen.length === 0 || url.trim() === ''}>
            {t('webhooks.add')}
          </Button>
        </div>
      </form>
      <Modal
        open={secret !== null}
        onClose={() => setSecret(null)}
        locked
        title={t('webhooks.secret')}
        size="s"
      >
        <div className={styles['form']}>
          <p>{t('webhooks.secret_text')}</p>
          <code className={styles['secret']}>{secret}</code>
          <CopyButton text={secret ?? ''} />
          <Button onClick={() => setSecret(null)}>{t('webhooks.kept')}</Button>
        </div>
      </Modal>
    </Card>
  );
}
