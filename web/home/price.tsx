import { useFormats } from '#web/i18n/format.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useSettings } from '#web/session/use-session.ts';
import styles from './price.module.css';

export function Price() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const {
    message_credits,
    photo_credits,
    gift_credits,
    free_messages = 5,
    refund_days,
    minimum_message_costs,
    geoip_country,
    geoip_selected_country,
  } = useSettings();
  const cost = minimum_message_costs[geoip_selected_country ?? geoip_country ?? ''];
  const credits = (count: number) => t('price.credits', { count });
  const free = t('price.free');
  const lines = [
    [t('price.signup'), free],
    [t('price.look'), free],
    [t('price.first', { count: free_messages }), free],
    [t('price.message'), credits(message_credits)],
    [t('price.photo'), credits(photo_credits)],
    [t('price.gift'), credits(gift_credits)],
    [t('price.subscription'), t('price.none')],
  ] as const;
  return (
    <section className={styles['band']} aria-labelledby="price">
      <div className={styles['inside']}>
        <div className={styles['words']}>
          <h2 id="price">
            <Stressed text={t('price.title')} />
          </h2>
          <p>{t('price.text')}</p>
          <p>{t('price.refund', { count: refund_days })}</p>
          <Link to="/pricing">{t('price.link')}</Link>
        </div>
        <dl className={styles['receipt']}>
          {lines.map(([what, costs]) => (
            <div key={what} className={costs === free ? styles['free'] : undefined}>
              <dt>{what}</dt>
              <dd>{costs}</dd>
            </div>
          ))}
          {cost && (
            <div className={styles['total']}>
              <dt>{t('price.from')}</dt>
              <dd>{formats.money({ amount: cost.costs, currency: cost.currency })}</dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}
