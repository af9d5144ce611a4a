import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { gatewayLabels, type GatewayName, gatewayNames } from '#contract/lists/gateways.ts';
import type { Settlement as Matched } from '#contract/payments/books.ts';
import { isRefusal } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from './payments.module.css';

const options = gatewayNames.map((name) => ({ value: name, label: gatewayLabels[name] }));

export function Settlement() {
  const { t } = useTranslation('office/payments');
  const { errorText } = useErrorText();
  const api = useApi();
  const [gateway, setGateway] = useState<GatewayName>(gatewayNames[0]);
  const match = useMutation({
    mutationFn: async (file: File) =>
      api.call('adminSettlement', { body: { gateway, csv: await file.text() } }),
    retry: false,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get('file');
    if (file instanceof File && file.size > 0) match.mutate(file);
  };
  return (
    <section>
      <h2>{t('catalogue.settlement')}</h2>
      <div className={styles['columns']}>
        <Card>
          <form className={styles['form']} onSubmit={submit}>
            <p className={styles['note']}>{t('catalogue.settlement_text')}</p>
            <Select
              label={t('catalogue.gateway')}
              value={gateway}
              options={options}
              onChange={(event) =>
                setGateway(gatewayNames.find((name) => name === event.target.value) ?? gateway)
              }
            />
            <TextInput label={t('catalogue.file')} name="file" type="file" accept=".csv,text/csv" required />
            {match.error && (
              <Alert tone="error">
                {isRefusal(match.error, 'invalid_fields') || isRefusal(match.error, 'bad_request')
                  ? t('catalogue.file_wrong')
                  : errorText(match.error)}
              </Alert>
            )}
            <Button type="submit" busy={match.isPending}>
              {t('catalogue.match')}
            </Button>
          </form>
        </Card>
        {match.data && <Differences matched={match.data} />}
      </div>
    </section>
  );
}

function Differences({ matched: { payments, agreed, differences, more } }: { matched: Matched }) {
  const { t } = useTranslation('office/payments');
  const formats = useFormats();
  return (
    <div role="status">
      <p>
        <b>{t('catalogue.agreed', { agreed: formats.number(agreed), payments: formats.number(payments) })}</b>
      </p>
      {differences.length === 0 ? (
        <p>{t('catalogue.no_differences')}</p>
      ) : (
        <ul className={styles['rows']}>
          {differences.map(({ kind, reference, payment_id, file, booked }) => (
            <li key={`${kind} ${reference}`}>
              <div className={styles['what']}>
                {payment_id ? (
                  <Link to={`/admin/payments/${payment_id}`}>{reference}</Link>
                ) : (
                  <b>{reference}</b>
                )}
                <small>{t(`catalogue.differences.${kind}`)}</small>
              </div>
              <small className={styles['number']}>
                {t('catalogue.both', {
                  file: file ? formats.money(file) : '—',
                  booked: booked ? formats.money(booked) : '—',
                })}
              </small>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p>{t('catalogue.more_differences', { count: more })}</p>}
    </div>
  );
}
