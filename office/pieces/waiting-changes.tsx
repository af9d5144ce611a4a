import { useQuery } from '@tanstack/react-query';
import type { WaitingChangeView } from '#contract/office/waiting-changes.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import { May } from './may.tsx';
import { useAct } from './use-act.ts';

const changesQuery = callQuery('waitingChanges');

export function WaitingChanges({ kind }: { kind: WaitingChangeView['kind'] }) {
  const { t } = useTranslation('office/frame');
  const formats = useFormats();
  const changes = (useQuery(changesQuery).data?.changes ?? []).filter((change) => change.kind === kind);
  const decide = useAct('decideChange', {
    done: ({ state }) => t(state === 'done' ? 'waiting.approved' : 'waiting.declined'),
    refresh: ['waitingChanges', 'adminCatalogue', 'adminSettings', 'settingHistory'],
  });
  if (changes.length === 0) return null;
  return (
    <Card>
      <h2>{t('waiting.title')}</h2>
      <ul>
        {changes.map(({ id, object, before, after, asked_by, own, created_at }) => (
          <li key={id}>
            <b>{object}</b>
            <p>{t('waiting.asked', { name: asked_by, date: formats.date(created_at) })}</p>
            <pre>{`${JSON.stringify(before)}\n→ ${JSON.stringify(after)}`}</pre>
            <May call="decideChange">
              {!own && (
                <Button size="s" busy={decide.isPending} onClick={() => decide.mutate({ id, approve: true })}>
                  {t('waiting.approve')}
                </Button>
              )}{' '}
              <Button
                look="secondary"
                size="s"
                busy={decide.isPending}
                onClick={() => decide.mutate({ id, approve: false })}
              >
                {t(own ? 'waiting.withdraw' : 'waiting.decline')}
              </Button>
            </May>
          </li>
        ))}
      </ul>
    </Card>
  );
}
