import { useQuery, useQueryClient } from '@tanstack/react-query';
import { scopesFor, tokenDays } from '#contract/lists/token-scopes.ts';
import { TokenList } from '#web/access-tokens/token-list.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useApi } from '#web/session/use-session.ts';
import { Card } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CardTitle } from '../card-title.tsx';
import section from '../section.module.css';

export function AccessTokens() {
  const { t } = useTranslation('access_tokens');
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useQuery(callQuery('tokens'));
  const renew = () => queries.invalidateQueries({ queryKey: ['tokens'] });
  return (
    <Card>
      <CardTitle>{t('title')}</CardTitle>
      <p className={section['lead']}>{t('lead')}</p>
      {!data ? (
        <Skeleton height={48} />
      ) : (
        <TokenList
          tokens={data.tokens}
          scopes={scopesFor('member')}
          lifetimes={tokenDays.member}
          withPassword
          onAdd={async (wanted) => {
            const made = await api.call('addToken', { body: wanted });
            await renew();
            return made;
          }}
          onRevoke={async (id) => {
            await api.call('revokeToken', { body: { id } });
            await renew();
          }}
        />
      )}
    </Card>
  );
}
