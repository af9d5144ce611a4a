import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react';
import { RouterContext } from './hooks.ts';
import type { Navigation, Shown } from './navigation.ts';
import { useScrollRestoration } from './scroll.ts';

interface Props {
  navigation: Navigation;
  children: (shown: Shown) => ReactNode;
}

/** Renders what `navigation` shows, and gives it to the hooks and links of the screens. */
export function AppRouter({ navigation, children }: Props) {
  const [shown, setShown] = useState(navigation.shown);
  useLayoutEffect(() => {
    return navigation.listen((arrived) => {
      // The present screen stays until the next one is rendered.
      if (arrived) startTransition(() => setShown(navigation.shown));
    });
  }, [navigation]);
  useScrollRestoration(navigation, shown);
  return (
    <RouterFrame navigation={navigation} shown={shown}>
      {children(shown)}
    </RouterFrame>
  );
}

interface FrameProps {
  navigation: Navigation;
  shown: Pick<Shown, 'location' | 'matches'>;
  children: ReactNode;
}

/** What hooks and links need. The server renders pages in it too. */
export function RouterFrame({ navigation, shown: { location, matches }, children }: FrameProps) {
  const route = matches.at(-1)?.route.id ?? '';
  const router = useMemo(() => ({ navigation, location, route }), [navigation, location, route]);
  return <RouterContext value={router}>{children}</RouterContext>;
}
