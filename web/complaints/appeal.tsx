import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { REASON_LENGTH } from '#contract/rules/measure-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const decisionQuery = (token: string) => ({ ...callQuery('appealView', { query: { token } }), retry: false });

export const load: ScreenLoad = ({ prefetch, url }) =>
  prefetch(decisionQuery(url.searchParams.get('token') ?? '-'));
export const handle = { i18n: ['appeal', 'errors'] };

/**
 * Appeals a decision through the link in its mail. It works without login, because a banned member cannot log
 * in.
 */
export default function Appeal() {
  const { t } = useTranslation('appeal');
  const { date } = useFormats();
  const { errorText } = useErrorText();
  const api = useApi();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '-';
  const [text, setText] = useState('');
  const { data: decision, isError, refetch } = useQuery(decisionQuery(token));
  const send = useMutation({
    mutationFn: () => api.call('appeal', { body: { token, text } }),
    onSuccess: () => refetch(),
  });
  if (isError) {
    return (
      <Page title={t('title')} width="narrow" settles>
        <Alert tone="error">
          <strong>{t('expired_title')}</strong> {t('expired_text')}
        </Alert>
      </Page>
    );
  }
  if (!decision)
    return (
      <Page title={t('title')} width="narrow" settles>
        <Skeleton height={240} />
      </Page>
    );
  const { appeal } = decision;
  return (
    <Page title={t('title')} lead={t('lead')} width="narrow" settles>
      <Card title={t(`kinds.${decision.kind ?? 'complaint'}`)}>
        <FactList
          facts={[
            [t('decided'), date(decision.decided_at)],
            ...(decision.until ? [[t('until'), date(decision.until)] as const] : []),
            ...(decision.ground ? [[t('why'), t(`grounds.${decision.ground}`)] as const] : []),
          ]}
        />
        {decision.detection && <p>{t(`detections.${decision.detection}`)}</p>}
        {decision.facts && <p style={{ whiteSpace: 'pre-wrap' }}>{decision.facts}</p>}
      </Card>
      {appeal ? (
        <Card title={t(`states.${appeal.state}`)}>
          <p>{appeal.state === 'open' ? t('sent_text') : t('again', { date: date(appeal.created_at) })}</p>
          {appeal.note && (
            <>
              <h3>{t('answer')}</h3>
              <p style={{ whiteSpace: 'pre-wrap' }}>{appeal.note}</p>
            </>
          )}
        </Card>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send.mutate();
          }}
        >
          <Card>
            <Textarea
              label={t('label')}
              hint={t('hint')}
              required
              rows={6}
              maxLength={REASON_LENGTH}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            {send.isError && <Alert tone="error">{errorText(send.error)}</Alert>}
            <Button type="submit" busy={send.isPending}>
              {t('send')}
            </Button>
          </Card>
        </form>
      )}
    </Page>
  );
}
