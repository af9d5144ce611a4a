import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tokenDays } from '#contract/lists/token-scopes.ts';
import { officeLoad } from '#office/pieces/office-load.ts';
import { TokenList } from '#web/access-tokens/token-list.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { useApi } from '#web/session/use-session.ts';
import { Card, Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';

const tokensQuery = callQuery('adminTokens');

const load = officeLoad(tokensQuery);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['office/staff', 'access_tokens', 'errors'] };

export default function Tokens() {
  const { t } = useTranslation('office/staff');
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useQuery(tokensQuery);
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
              onAdd={async ({ password: _password, ...wanted }) => {
                const made = await api.call('addAdminToken', { body: wanted });
                await renew();
                return made;
              }}
              onRevoke={async (id) => {
                await api.call('revokeAdminToken', { body: { id } });
                await renew();
              }}
            />
          </>
        )}
      </Card>
    </Page>
  );
}
