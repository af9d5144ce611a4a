import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useUser } from '#web/session/use-session.ts';
import { Card, Page } from '#web/ui/page.tsx';
import { ComplaintForm } from './complaint-form.tsx';
import { ComplaintSent } from './complaint-sent.tsx';
import { FlaggerForm, flaggerQuery } from './flagger-form.tsx';
import { OwnComplaints, ownComplaints } from './own-complaints.tsx';
import { memberQuery, messageQuery, ComplaintSubject, subjectOf } from './subject.tsx';

export const load: ScreenLoad = async ({ prefetch, prefetchPages, url, user }) => {
  const { profile, message } = subjectOf(url.searchParams);
  const flagger = url.searchParams.get('flagger');
  await Promise.all([
    flagger && prefetch(flaggerQuery(flagger)),
    profile && prefetch(memberQuery(profile)),
    user && profile && message && prefetch(messageQuery(profile, message)),
    user && prefetchPages(ownComplaints),
  ]);
};
export const handle = { i18n: ['complaints', 'members'] };

export default function Complaints() {
  const { t } = useTranslation('complaints');
  const [query] = useSearchParams();
  const [sent, setSent] = useState<number | null>(null);
  const user = useUser();
  const subject = subjectOf(query);
  const flagger = query.get('flagger');
  const { data: member } = useQuery({
    ...memberQuery(subject.profile ?? 0),
    enabled: subject.profile !== undefined,
    retry: false,
  });
  return (
    <Page
      title={t('title')}
      heading={<Stressed text={t('heading')} />}
      lead={t('lead')}
      width="narrow"
      isPublic
    >
      {sent !== null ? (
        <ComplaintSent id={sent} member={member} onAnother={() => setSent(null)} />
      ) : (
        <Card>
          {flagger ? (
            <FlaggerForm token={flagger} onSent={setSent} />
          ) : (
            <>
              <ComplaintSubject subject={subject} member={member} />
              <ComplaintForm subject={subject} onSent={setSent} />
            </>
          )}
        </Card>
      )}
      {user && <OwnComplaints />}
    </Page>
  );
}
