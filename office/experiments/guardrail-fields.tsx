import { comparedGuardrails, type Guardrails } from '#contract/experiments.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { TextInput } from '#web/ui/field.tsx';
import styles from './experiments.module.css';

const numberIn = (text: string) => (text === '' ? null : Number(text));

/** The limits at which an experiment stops by itself. An empty one does not count. */
export function GuardrailFields({
  guardrails,
  onChange,
}: {
  guardrails: Guardrails;
  onChange: (guardrails: Guardrails) => void;
}) {
  const { t } = useTranslation('office/experiments');
  return (
    <fieldset className={styles['variant']}>
      <legend>{t('guardrails')}</legend>
      <p className={styles['quiet']}>{t('guardrails_hint')}</p>
      <div className={styles['pair']}>
        {comparedGuardrails.map((guardrail) => (
          <TextInput
            key={guardrail}
            type="number"
            min={0.1}
            max={50}
            step={0.1}
            label={t(`guardrail.${guardrail}`)}
            value={guardrails[guardrail] ?? ''}
            onChange={({ target }) => onChange({ ...guardrails, [guardrail]: numberIn(target.value) })}
          />
        ))}
        <TextInput
          type="number"
          min={1}
          max={1000}
          label={t('guardrail.page_errors')}
          value={guardrails.page_errors ?? ''}
          onChange={({ target }) => onChange({ ...guardrails, page_errors: numberIn(target.value) })}
        />
      </div>
    </fieldset>
  );
}
