import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { TokenList } from '#web/access-tokens/token-list.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { useApi } from '#web/session/use-session.ts';
import { Card, Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';

const tokensQuery = callQuery('adminTokens');

const load = officeLoad(tokensQuery);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['access_tokens', 'back_office_programs', 'errors'] };

/** /admin/tokens: access tokens of operators, for programs that read what their roles read. */
export default function Tokens() {
  const { t } = useTranslation('back_office_programs');
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useQuery(tokensQuery);
  const renew = () => queries.invalidateQueries({ queryKey: ['adminTokens'] });
  return (
    <Page title={t('tokens.title')} lead={t('tokens.lead')} width="narrow" aside={<a href="/api/docs">{t('tokens.docs')}</a>}>
      <Card>
        {!data ? (
          <TextSkeleton lines={3} />
        ) : (
          <>
            {data.tokens.length === 0 && <p>{t('tokens.none')}</p>}
            <TokenList
              tokens={data.tokens}
              scopes={data.scopes}
              onAdd={async ({ password: _password, ...wanted }) => {
                const made = await api.call('addAdminToken', { body: wanted as never });
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
