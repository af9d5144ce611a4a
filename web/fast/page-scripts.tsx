import { dehydrate } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { type EntryContext, Scripts } from 'react-router';
import { must } from '#contract/must.ts';
import type { DeferredHandle } from '#web/page/deferred-handle.ts';
import { handOffId, HandOffContext, usePage } from '#web/page/page.tsx';
import boot from './deferred-boot.ts?worker&url';
import type { DeferredStart } from './deferred-start.ts';
import earlyActs from './early-acts.ts?worker&url';

export const deferredId = 'deferred-start';
export const DeferredContext = createContext<DeferredStart | null>(null);

/** Server only: returns whether a route of the page defers its scripts to the first interaction. */
export function isDeferrable(router: EntryContext, isVisitor: boolean): boolean {
  const { matches, errors, location } = router.staticHandlerContext;
  const query = new URLSearchParams(location.search);
  const defers = ({ route, params }: (typeof matches)[number]) => {
    const { deferScripts } = (route.handle ?? {}) as DeferredHandle;
    return typeof deferScripts === 'function' ? deferScripts({ isVisitor, params, query }) : deferScripts;
  };
  return !errors && matches.some(defers);
}

/** Server only: start data of a page with deferred scripts. */
export async function readDeferred(router: EntryContext): Promise<DeferredStart> {
  const [state, left] = must(router.serverHandoffStream, 'stream to hand over').tee();
  router.serverHandoffStream = left;
  return {
    context: must(router.serverHandoffString, 'context to hand over'),
    state: await new Response(state).text(),
    manifest: router.manifest.url,
    refresh: router.manifest.hmr?.runtime,
    entry: router.manifest.entry.module,
    routes: router.staticHandlerContext.matches.map(({ route: { id } }) => {
      const found = must(router.manifest.routes[id], `route ${id} in the manifest`);
      return [
        id,
        [
          found.clientActionModule,
          found.clientLoaderModule,
          found.clientMiddlewareModule,
          found.hydrateFallbackModule,
          found.module,
        ].filter((url) => url !== undefined),
      ];
    }),
  };
}

export function PageScripts() {
  const { deferScripts } = usePage();
  const handOff = useContext(HandOffContext)?.();
  const deferred = useContext(DeferredContext);
  const { facts, queries, resources } = handOff ?? {};
  const data = queries
    ? `${JSON.stringify({ facts, queries: dehydrate(queries) }).slice(0, -1)},"resources":${resources}}`
    : '';
  return (
    <>
      <Json id={handOffId} text={data} />
      {deferScripts ? (
        <>
          <Json id={deferredId} text={deferred ? JSON.stringify(deferred) : ''} />
          <script type="module" src={boot} suppressHydrationWarning />
        </>
      ) : (
        <>
          <script type="module" async src={earlyActs} suppressHydrationWarning />
          <Scripts />
        </>
      )}
    </>
  );
}

/**
 * A JSON data block. Browsers do not run it, so it needs no nonce, and hydration leaves it as the server
 * rendered it.
 */
function Json({ id, text }: { id: string; text: string }) {
  return (
    <script
      id={id}
      type="application/json"
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- safe: the JSON is ours, and escaping `<` keeps it from closing the script element
      dangerouslySetInnerHTML={{ __html: text.replace(/</g, '\\u003c') }}
    />
  );
}
