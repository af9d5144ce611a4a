import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { gatewayLabels, type GatewayName, gatewayNames } from '#contract/lists/gateways.ts';
import type { DisputeFile as Result } from '#contract/payments/disputes.ts';
import { choiceIn } from '#office/pieces/choice.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { isRefusal } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import styles from './payments.module.css';

const options = gatewayNames.map((name) => ({ value: name, label: gatewayLabels[name] }));

interface ChosenFile {
  gateway: GatewayName;
  csv: string;
}

/** Imports a gateway's file of disputes: first a preview, then the same lines with what was done. */
export function DisputeFile() {
  const { t } = useTranslation('office/payments');
  const [gateway, setGateway] = useState<GatewayName>(gatewayNames[0]);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const read = useImport(false);
  const apply = useImport(true);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('file');
    if (!(chosen instanceof File) || chosen.size === 0) return;
    const next = { gateway, csv: await chosen.text() };
    setFile(next);
    apply.reset();
    read.mutate(next);
  };
  const error = apply.error ?? read.error;
  return (
    <Fold summary={t('disputes.title')}>
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        <p className={styles['note']}>{t('disputes.text')}</p>
        <Select
          label={t('catalogue.gateway')}
          value={gateway}
          options={options}
          onChange={({ target }) => setGateway((now) => choiceIn(gatewayNames, target.value) ?? now)}
        />
        <TextInput label={t('catalogue.file')} name="file" type="file" accept=".csv,text/csv" required />
        {error && <ImportError error={error} />}
        <Button type="submit" look="secondary" busy={read.isPending}>
          {t('disputes.preview')}
        </Button>
      </form>
      {apply.data ? (
        <Lines result={apply.data} isDone />
      ) : (
        read.data && (
          <>
            <Lines result={read.data} isDone={false} />
            {read.data.taken_back > 0 && file && (
              <Button busy={apply.isPending} onClick={() => apply.mutate(file)}>
                {t('disputes.apply', { count: read.data.taken_back })}
              </Button>
            )}
          </>
        )
      )}
    </Fold>
  );
}

function useImport(apply: boolean) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (file: ChosenFile) => api.call('adminDisputeFile', { body: { ...file, apply } }),
    retry: false,
    onSuccess: () => (apply ? queries.invalidateQueries({ queryKey: ['adminMoneyWork'] }) : undefined),
  });
}

function ImportError({ error }: { error: Error }) {
  const { t } = useTranslation('office/payments');
  const { errorText, fieldTexts } = useErrorText();
  const isFile = isRefusal(error, 'invalid_fields') || isRefusal(error, 'bad_request');
  const text = fieldTexts(error)['gateway']
    ? t('disputes.no_chargebacks')
    : isFile
      ? t('disputes.file_wrong')
      : errorText(error);
  return <Alert tone="error">{text}</Alert>;
}

function Lines({ result: { lines, taken_back }, isDone }: { result: Result; isDone: boolean }) {
  const { t } = useTranslation('office/payments');
  const formats = useFormats();
  const count = { count: taken_back, lines: formats.number(lines.length) };
  return (
    <div role="status" className={styles['stack']}>
      <p>
        <b>{isDone ? t('disputes.done', count) : t('disputes.found', count)}</b>
      </p>
      <ul className={styles['rows']}>
        {lines.map(({ line, payment, payment_id: id, amount, result }) => (
          <li key={line}>
            <div className={styles['what']}>
              {id ? <Link to={`/admin/payments/${id}`}>{payment}</Link> : <b>{payment || '–'}</b>}
              <small>
                {result === 'taken_back' && !isDone
                  ? t('disputes.result.will_take_back')
                  : t(`disputes.result.${result}`)}
              </small>
            </div>
            <small className={styles['number']}>{amount ? formats.money(amount) : '–'}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
