import { undecidedCountries, withLawfulGates } from '#contract/age-checks/lawful-gates.ts';
import { AGE_LAWS_REVIEWED, ageLaws } from '#contract/age-checks/laws.ts';
import { keysOf } from '#contract/keys.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import styles from './site-settings.module.css';

interface Props {
  gates: SiteSettings['age_assurance'];
  disabled: boolean;
  onChange(gates: SiteSettings['age_assurance']): void;
}

/** The countries whose law asks for age checks, with its source, and which of them the site has not decided about. */
export function AgeLaws({ gates, disabled, onChange }: Props) {
  const { t } = useTranslation('office/site-settings');
  const { country, date } = useFormats();
  const undecided = undecidedCountries(gates);
  return (
    <section className={styles['laws']}>
      <p>{t('age_laws.title', { date: date(AGE_LAWS_REVIEWED) })}</p>
      <ul>
        {keysOf(ageLaws).map((code) => (
          <li key={code}>
            <b>{country(code)}</b>: {t(`options.age_assurance.${ageLaws[code].gate}`)} (
            <a href={ageLaws[code].source} rel="noreferrer">
              {ageLaws[code].law}
            </a>
            , {t('age_laws.since', { date: date(ageLaws[code].since) })}){' '}
            {undecided.includes(code) && <Tag tone="gold">{t('age_laws.undecided')}</Tag>}
          </li>
        ))}
      </ul>
      {undecided.length > 0 && (
        <>
          <p>{t('age_laws.decide')}</p>
          <Button
            look="secondary"
            size="s"
            disabled={disabled}
            onClick={() => onChange(withLawfulGates(gates))}
          >
            {t('age_laws.apply')}
          </Button>
        </>
      )}
    </section>
  );
}
