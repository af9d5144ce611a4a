import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import { choiceIn } from '#office/pieces/choice.ts';
import { Editable, May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { WaitingChanges } from '#office/pieces/waiting-changes.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Select } from '#web/ui/field.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { MethodsForm } from './methods-form.tsx';
import { MoneyTabs } from './money-tabs.tsx';
import { PackageForm } from './package-form.tsx';
import { VatForm } from './vat-form.tsx';
import styles from './payments.module.css';

const catalogueQuery = callQuery('adminCatalogue');

export const load = officeLoad(catalogueQuery);
export const handle = { i18n: ['office/payments', 'credits', 'errors'] };

export default function Prices() {
  const { t } = useTranslation('office/payments');
  const formats = useFormats();
  const [country, setCountry] = useState<CountryCode>('NL');
  const { data } = useQuery(catalogueQuery);
  return (
    <div className={styles['page']}>
      <PageHead title={t('catalogue.prices')} />
      <MoneyTabs />
      <h1>{t('catalogue.prices')}</h1>
      {!data ? (
        <TextSkeleton lines={8} />
      ) : (
        <>
          <WaitingChanges kind="package" />
          <section>
            <h2>{t('catalogue.packages')}</h2>
            <div className={styles['stack']}>
              {data.packages.map((one) => (
                <Editable key={one.id} by="adminPackage">
                  <PackageForm one={one} />
                </Editable>
              ))}
              <May call="adminPackage">
                <PackageForm one={null} />
              </May>
            </div>
          </section>
          <section>
            <h2>{t('catalogue.by_country')}</h2>
            <div className={styles['search']}>
              <Select
                label={t('catalogue.country')}
                value={country}
                options={countryCodes.map((value) => ({ value, label: formats.country(value) }))}
                onChange={(event) => setCountry((now) => choiceIn(countryCodes, event.target.value) ?? now)}
              />
            </div>
            <div className={styles['columns']}>
              <Editable by="adminMethods">
                <MethodsForm
                  key={country}
                  country={country}
                  gateways={data.gateways}
                  methods={data.methods.find((one) => one.country === country)?.methods ?? []}
                />
              </Editable>
              <Editable by="adminVat">
                <VatForm
                  key={`vat ${country}`}
                  country={country}
                  rates={data.vat.filter((one) => one.country === country)}
                />
              </Editable>
            </div>
          </section>
        </>
      )}
    </div>
  );
}
