import { dehydrate } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { type EntryContext, Scripts } from 'react-router';
import boot from './deferred-boot.ts?worker&url';
import type { DeferredStart } from './deferred-start.ts';
import type { DeferredHandle } from '#web/page/deferred-handle.ts';
import { handOffId, HandOffContext, usePage } from '#web/page/page.tsx';

export const deferredId = 'deferred-start';
export const DeferredContext = createContext<DeferredStart | null>(null);

/** Server only: the start of a page whose scripts wait, null for every other page. */
export async function readDeferred(router: EntryContext, isVisitor: boolean): Promise<DeferredStart | null> {
  const { matches, errors, location } = router.staticHandlerContext;
  const query = new URLSearchParams(location.search);
  const defers = ({ route, params }: (typeof matches)[number]) => {
    const { deferScripts } = (route.handle ?? {}) as DeferredHandle;
    return typeof deferScripts === 'function' ? deferScripts({ isVisitor, params, query }) : deferScripts;
  };
  if (errors || !matches.some(defers)) return null;
  const [state, left] = router.serverHandoffStream!.tee();
  router.serverHandoffStream = left;
  return {
    context: router.serverHandoffString!,
    state: await new Response(state).text(),
    manifest: router.manifest.url,
    refresh: router.manifest.hmr?.runtime,
    entry: router.manifest.entry.module,
    routes: matches.map(({ route: { id } }) => {
      const found = router.manifest.routes[id]!;
      return [
        id,
        [found.clientActionModule, found.clientLoaderModule, found.clientMiddlewareModule, found.hydrateFallbackModule, found.module].filter(
          (url) => url !== undefined,
        ),
      ];
    }),
  };
}

/** The end of the document: the hand-off, and either the router's scripts or the small script that waits for the visitor's first act. */
export function PageScripts() {
  const { deferScripts } = usePage();
  const handOff = useContext(HandOffContext)?.();
  const deferred = useContext(DeferredContext);
  const { facts, queries, resources } = handOff ?? {};
  const data = queries ? `${JSON.stringify({ facts, queries: dehydrate(queries) }).slice(0, -1)},"resources":${resources}}` : '';
  return (
    <>
      <Json id={handOffId} text={data} />
      {deferScripts ? (
        <>
          <Json id={deferredId} text={deferred ? JSON.stringify(deferred) : ''} />
          <script type="module" src={boot} suppressHydrationWarning />
        </>
      ) : (
        <Scripts />
      )}
    </>
  );
}

/** A block of data that no browser runs, so it needs no nonce. In the browser it is left as the server wrote it. */
function Json({ id, text }: { id: string; text: string }) {
  // oxlint-disable-next-line react/no-danger -- JSON of our own, with every `<` escaped
  return <script id={id} type="application/json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text.replace(/</g, '\\u003c') }} />;
}
