import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tokenDays } from '#contract/lists/token-scopes.ts';
import { officeLoad } from '#office/pieces/office-load.ts';
import { SitesChoice, useSitesText } from '#office/pieces/sites-choice.tsx';
import { TokenList } from '#web/access-tokens/token-list.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useApi } from '#web/session/use-session.ts';
import { Card, Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';

const tokensQuery = callQuery('adminTokens');

export const load = officeLoad(tokensQuery);
export const handle = { i18n: ['office/staff', 'access_tokens', 'errors'] };

export default function Tokens() {
  const { t } = useTranslation('office/staff');
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useQuery(tokensQuery);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const sitesText = useSitesText(data?.sites ?? []);
  const renew = () => queries.invalidateQueries({ queryKey: ['adminTokens'] });
  return (
    <Page
      title={t('tokens.title')}
      lead={t('tokens.lead')}
      width="narrow"
      aside={<a href="/api/docs">{t('tokens.docs')}</a>}
    >
      <Card>
        {!data ? (
          <TextSkeleton lines={3} />
        ) : (
          <>
            {data.tokens.length === 0 && <p>{t('tokens.none')}</p>}
            <TokenList
              tokens={data.tokens}
              scopes={data.scopes}
              lifetimes={tokenDays.operator}
              factsOf={({ sites }) => sites && sitesText(sites)}
              onAdd={async ({ password: _password, ...wanted }) => {
                const made = await api.call('addAdminToken', {
                  body: { ...wanted, ...(chosen && { sites: chosen }) },
                });
                setChosen(null);
                await renew();
                return made;
              }}
              onRevoke={async (id) => {
                await api.call('revokeAdminToken', { body: { id } });
                await renew();
              }}
            >
              <SitesChoice sites={data.sites} chosen={chosen} onChange={setChosen} limited={false} />
            </TokenList>
          </>
        )}
      </Card>
    </Page>
  );
}
