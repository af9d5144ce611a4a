import type { Packages } from '#contract/payments/orders.ts';
import { useOrderQuery } from '#web/credits/order-query.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { Select } from '#web/ui/field.tsx';

/** The country whose currency and payment methods are offered, for members who have a choice. */
export function PayingFrom({ packages, path }: { packages: Packages; path: string }) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const navigate = useNavigate();
  const { carry } = useOrderQuery();
  const { country: home, payment_country: chosen, payment_countries: countries = [] } = packages;
  if (countries.length < 2) return null;
  const options = countries
    .map((code) => ({ value: code, label: formats.country(code) }))
    .sort((one, other) => formats.compare(one.label, other.label));
  return (
    <Select
      label={t('pay.from')}
      hint={chosen === home ? undefined : t('pay.from_hint')}
      value={chosen}
      options={options}
      onChange={({ target }) => {
        const wanted = countries.find((code) => code === target.value && code !== home) ?? null;
        void navigate(carry(path, { country: wanted }), { replace: true, preventScrollReset: true });
      }}
    />
  );
}
