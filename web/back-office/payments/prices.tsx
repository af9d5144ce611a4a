import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { Select } from '#web/ui/field.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { MethodsForm } from './methods-form.tsx';
import { MoneyTabs } from './money-tabs.tsx';
import { PackageForm } from './package-form.tsx';
import { VatForm } from './vat-form.tsx';
import styles from './payments.module.css';

const catalogueQuery = callQuery('adminCatalogue');

const load = officeLoad(catalogueQuery);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_catalogue', 'back_office_payments', 'back_office_reports', 'credits', 'errors'] };

/** /admin/prices: packages with their prices, and by country the methods with their costs and the VAT. */
export default function Prices() {
  const { t } = useTranslation('back_office_catalogue');
  const formats = useFormats();
  const [country, setCountry] = useState<CountryCode>('NL');
  const { data } = useQuery(catalogueQuery);
  return (
    <div className={styles['page']}>
      <PageHead title={t('prices')} />
      <MoneyTabs />
      <h1>{t('prices')}</h1>
      {!data ? (
        <TextSkeleton lines={8} />
      ) : (
        <>
          <section>
            <h2>{t('packages')}</h2>
            <div className={styles['stack']}>
              {data.packages.map((one) => (
                <PackageForm key={one.id} one={one} />
              ))}
              <PackageForm one={null} />
            </div>
          </section>
          <section>
            <h2>{t('by_country')}</h2>
            <div className={styles['search']}>
              <Select
                label={t('country')}
                value={country}
                options={countryCodes.map((value) => ({ value, label: formats.country(value) }))}
                onChange={(event) => setCountry(event.target.value as CountryCode)}
              />
            </div>
            <div className={styles['columns']}>
              <MethodsForm key={country} country={country} methods={data.methods.find((one) => one.country === country)?.methods ?? []} />
              <VatForm key={`vat ${country}`} country={country} rates={data.vat.filter((one) => one.country === country)} />
            </div>
          </section>
        </>
      )}
    </div>
  );
}
