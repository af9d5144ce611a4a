import { useQuery } from '@tanstack/react-query';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams } from '#web/router/hooks.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Brand } from '#web/ui/brand.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconReceipt } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import tables from '#web/ui/data-table.module.css';
import styles from './partner-figures.module.css';

const figuresQuery = (token: string) => callQuery('partner', { query: { token } });

export const load: ScreenLoad = ({ params, ensure }) => ensure(figuresQuery(params['token'] ?? ''));
export const handle = { i18n: ['partners'] };

const columns = ['opened', 'signups', 'activations', 'first_purchases'] as const;

/**
 * /partners/{token}: conversions of a partner's visitors by day, and the earnings. The URL is the only access
 * control, and the page contains no names.
 */
export default function PartnerFigures() {
  const { t } = useTranslation('partners');
  const format = useFormats();
  const { data } = useQuery(figuresQuery(useParams()['token'] ?? ''));
  if (!data) return null;
  const { name, days, total, currency, postbacks } = data;
  const money = (amount: string) => format.money({ amount, currency });
  return (
    <Page title={t('title', { name })} lead={t('lead')} aside={<Brand />} width="wide">
      <dl className={styles['totals']}>
        {columns.map((column) => (
          <div key={column}>
            <dt>{t(column)}</dt>
            <dd>{format.number(total[column])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('payout')}</dt>
          <dd>{money(total.payout)}</dd>
        </div>
      </dl>
      {days.length === 0 ? (
        <EmptyState icon={<IconReceipt size={30} />} title={t('empty')} text={t('empty_text')} />
      ) : (
        <div className={tables['scroll']} role="region" aria-label={t('title', { name })} tabIndex={0}>
          <table className={tables['table']}>
            <thead>
              <tr>
                <th scope="col">{t('day')}</th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(column)}
                  </th>
                ))}
                <th scope="col">{t('payout')}</th>
              </tr>
            </thead>
            <tbody>
              {days.map((row) => (
                <tr key={row.day}>
                  <th scope="row">{format.date(`${row.day}T12:00:00Z`)}</th>
                  {columns.map((column) => (
                    <td key={column}>{format.number(row[column])}</td>
                  ))}
                  <td>{money(row.payout)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles['postbacks']}>{t('postbacks', postbacks)}</p>
    </Page>
  );
}
