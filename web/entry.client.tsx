import { hydrate, QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { I18nextProvider } from '#web/i18n/translate.tsx';
import { type HandOff, handOffId, PageProvider } from '#web/page/page.tsx';
import { createApi, fetchTransport } from './api.ts';
import { rememberTimeZone } from './i18n/time-zone.ts';
import { createTranslator } from './i18n/translator.ts';
import { watchServer } from './installed-app/server-silence.ts';
import { reloadOnMissingChunk } from './session/missing-chunk.ts';
import { leaveEndedSession } from './session/queries.ts';
import { makeQueryClient } from './session/query-client.ts';
import { scopeContext } from './session/screen-data.ts';
import { tellError, watchErrors } from './session/tell-error.ts';
import { isOfThisSession } from './session/use-session.ts';

const {
  facts,
  queries: dehydrated,
  resources,
} = JSON.parse(document.getElementById(handOffId)?.textContent ?? '') as HandOff;

reloadOnMissingChunk();
watchErrors();
rememberTimeZone(facts.timeZone);
if (facts.endedMember !== undefined) void forgetMember(facts.endedMember).catch(() => {});

const api = createApi(
  watchServer(fetchTransport),
  (sentAt) => isOfThisSession(sentAt) && leaveEndedSession(queries),
);
const queries = makeQueryClient(api);
hydrate(queries, dehydrated);

const translator = createTranslator(facts.locale, resources, async (namespace) => {
  const response = await fetch(`/i18n/${facts.locale}/${namespace}.json?v=${facts.translationsVersion}`);
  if (!response.ok) throw new Error(`No translations of ${namespace}`);
  return response.json();
});

const context = () =>
  new RouterContextProvider(
    new Map([[scopeContext, { api, queries, locale: facts.locale, sessionEnded: false }]]),
  );

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageProvider value={facts}>
        <QueryClientProvider client={queries}>
          <I18nextProvider i18n={translator}>
            <HydratedRouter getContext={context} onError={tellError} />
          </I18nextProvider>
        </QueryClientProvider>
      </PageProvider>
    </StrictMode>,
  );
});

async function forgetMember(member: number) {
  await (await import('./session/forget-on-device.ts')).forgetWords(member);
}
