import { useQuery } from '@tanstack/react-query';
import {
  type ExperimentKind,
  type ExperimentVariant,
  LEAST_VARIANTS,
  MOST_VARIANTS,
  type VersionChange,
} from '#contract/experiments.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { isOpenDesign, landingDesignNames } from '#contract/lists/landing-designs.ts';
import { localeNames, locales } from '#contract/lists/locales.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, Textarea, TextInput } from '#web/ui/field.tsx';
import styles from './experiments.module.css';

interface ChangeProps {
  change: VersionChange;
  onChange: (change: VersionChange) => void;
}

export function VariantFields({
  kind,
  variants,
  error,
  onChange,
}: {
  kind: ExperimentKind;
  variants: readonly ExperimentVariant[];
  error: string | undefined;
  onChange: (variants: ExperimentVariant[]) => void;
}) {
  const { t } = useTranslation('office/experiments');
  const set = (index: number, part: Partial<ExperimentVariant>) =>
    onChange(variants.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const name = String.fromCodePoint('A'.charCodeAt(0) + variants.length);
  return (
    <>
      {variants.map((variant, index) => (
        <fieldset key={index} className={styles['variant']}>
          <legend>{t('version', { name: variant.name })}</legend>
          <div className={styles['pair']}>
            <TextInput
              label={t('name')}
              required
              maxLength={60}
              value={variant.name}
              onChange={({ target }) => set(index, { name: target.value })}
            />
            <TextInput
              type="number"
              min={1}
              max={100}
              required
              label={t('weight')}
              value={variant.weight}
              onChange={({ target }) => set(index, { weight: Math.round(Number(target.value)) })}
            />
          </div>
          {index === 0 ? (
            <p className={styles['quiet']}>{t('first_version')}</p>
          ) : (
            <ChangeFields kind={kind} change={variant.change} onChange={(change) => set(index, { change })} />
          )}
          {index >= LEAST_VARIANTS && index === variants.length - 1 && (
            <div className={styles['buttons']}>
              <Button look="secondary" size="s" onClick={() => onChange(variants.slice(0, index))}>
                {t('remove')}
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      {error && <Alert tone="error">{t('variants_invalid')}</Alert>}
      {variants.length < MOST_VARIANTS && (
        <div className={styles['buttons']}>
          <Button
            look="secondary"
            size="s"
            onClick={() => onChange([...variants, { name, weight: 50, change: {} }])}
          >
            {t('add')}
          </Button>
        </div>
      )}
    </>
  );
}

function ChangeFields({ kind, ...props }: ChangeProps & { kind: ExperimentKind }) {
  if (kind === 'landing') return <LandingFields {...props} />;
  if (kind === 'text') return <WordsFields {...props} />;
  return (
    <>
      <PricePageFields {...props} />
      <WordsFields {...props} />
    </>
  );
}

/** A change without the fields that are undefined, because the server reads a field as a change. */
function changed(
  change: VersionChange,
  part: { [Key in keyof VersionChange]?: VersionChange[Key] | undefined },
) {
  const next: VersionChange = {};
  const { slug, design, order, recommended, words } = { ...change, ...part };
  if (slug !== undefined) next.slug = slug;
  if (design !== undefined) next.design = design;
  if (order !== undefined) next.order = order;
  if (recommended !== undefined) next.recommended = recommended;
  if (words !== undefined) next.words = words;
  return next;
}

function LandingFields({ change, onChange }: ChangeProps) {
  const { t } = useTranslation('office/experiments');
  return (
    <div className={styles['pair']}>
      <TextInput
        label={t('slug')}
        hint={t('slug_hint')}
        pattern="([a-z]{2,12}-)?[0-9]{1,4}"
        value={change.slug ?? ''}
        onChange={({ target }) => onChange(changed(change, { slug: target.value || undefined }))}
      />
      <Select
        label={t('design')}
        value={change.design ?? ''}
        placeholder={t('unchanged')}
        options={landingDesignNames.filter(isOpenDesign).map((value) => ({ value, label: value }))}
        onChange={({ target }) =>
          onChange(changed(change, { design: itemOf(landingDesignNames, target.value) ?? undefined }))
        }
      />
    </div>
  );
}

function PricePageFields({ change, onChange }: ChangeProps) {
  const { t } = useTranslation('office/experiments');
  const packages = useQuery(callQuery('packages')).data?.packages ?? [];
  return (
    <div className={styles['pair']}>
      <Select
        label={t('order')}
        value={change.order ?? ''}
        placeholder={t('unchanged')}
        options={(['most_first', 'fewest_first'] as const).map((value) => ({
          value,
          label: t(`orders.${value}`),
        }))}
        onChange={({ target }) =>
          onChange(
            changed(change, {
              order: itemOf(['most_first', 'fewest_first'] as const, target.value) ?? undefined,
            }),
          )
        }
      />
      <Select
        label={t('recommended')}
        value={change.recommended === undefined ? '' : String(change.recommended)}
        placeholder={t('unchanged')}
        options={packages
          .toSorted((a, b) => a.credits - b.credits)
          .map(({ id, credits }) => ({ value: String(id), label: t('credits', { count: credits }) }))}
        onChange={({ target }) =>
          onChange(changed(change, { recommended: target.value ? Number(target.value) : undefined }))
        }
      />
    </div>
  );
}

function WordsFields({ change, onChange }: ChangeProps) {
  const { t } = useTranslation('office/experiments');
  const { words = {} } = change;
  const count = Object.keys(words).length;
  return (
    <details open={count > 0}>
      <summary>{t('words', { count })}</summary>
      <p className={styles['quiet']}>{t('words_hint')}</p>
      <div className={styles['form']}>
        {locales.map((locale) => (
          <Textarea
            key={locale}
            label={localeNames[locale]}
            lang={locale}
            rows={2}
            maxLength={400}
            value={words[locale] ?? ''}
            onChange={({ target }) => {
              const { [locale]: _before, ...others } = words;
              const next = target.value ? { ...others, [locale]: target.value } : others;
              onChange(changed(change, { words: Object.keys(next).length > 0 ? next : undefined }));
            }}
          />
        ))}
      </div>
    </details>
  );
}
