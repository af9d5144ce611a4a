import type { Packages } from '#contract/payments/orders.ts';
import { MethodMark } from '#web/credits/method-mark.tsx';
import { vatText } from '#web/credits/vat-text.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './methods-strip.module.css';

export function MethodsStrip({ packages }: { packages: Packages }) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const { methods, country, vat_percentage } = packages;
  if (methods.length === 0) return null;
  return (
    <section className={styles['strip']} aria-labelledby="methods-here">
      <h2 id="methods-here">{t('methods_here', { country: country ? formats.country(country) : '' })}</h2>
      <ul>
        {methods.map(({ id }) => (
          <li key={id}>
            <MethodMark method={id} />
            {t(`methods.${id}`)}
          </li>
        ))}
      </ul>
      <p>{vat_percentage ? t('vat', { percent: vatText(formats, vat_percentage) }) : t('no_vat')}</p>
    </section>
  );
}
