import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from './hooks.ts';
import type { NavigateOptions } from './navigation.ts';
import { addressOf, isElsewhere, type To } from './place.ts';

export interface LinkProps extends NavigateOptions, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path without the locale's prefix, a part of one (`?page=2`), or the address of another site. */
  to: To;
  /** The browser loads the page instead of the app. */
  reloadDocument?: boolean;
  /** Loads the modules of the next screen when the pointer or the focus comes to the link. */
  prefetch?: 'intent';
  ref?: Ref<HTMLAnchorElement>;
}

export function Link({
  to,
  replace,
  state,
  preventScrollReset,
  reloadDocument = false,
  prefetch,
  onClick,
  ...anchor
}: LinkProps) {
  const navigation = useNavigation();
  const { locale } = navigation;
  const location = useLocation();
  const isOurs = !reloadDocument && !isElsewhere(to);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isOurs || opensElsewhere(event, anchor.target)) return;
    event.preventDefault();
    // A link to the place itself loads it again, without a second entry in the browser's history.
    const isHere = addressOf(to, location, locale) === addressOf({}, location, locale);
    void navigation.navigate(to, { replace: replace ?? isHere, state, preventScrollReset });
  };
  const preload = () => navigation.preload(to);
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is among the properties
    <a
      {...anchor}
      href={isElsewhere(to) ? to : addressOf(to, location, locale)}
      onClick={follow}
      {...(prefetch && { onPointerEnter: preload, onFocus: preload })}
    />
  );
}

const opensElsewhere = (event: MouseEvent, target: string | undefined) =>
  event.button !== 0 ||
  (target !== undefined && target !== '_self') ||
  event.metaKey ||
  event.altKey ||
  event.ctrlKey ||
  event.shiftKey;

interface NavLinkProps extends Omit<LinkProps, 'className' | 'children' | 'to'> {
  to: string;
  /** Counts as the current place only with exactly this path, not with paths below it. */
  end?: boolean;
  className?: string | ((state: { isActive: boolean }) => string | undefined) | undefined;
  children?: ReactNode | ((state: { isActive: boolean }) => ReactNode);
}

/** A link that is marked with `aria-current` while its path, or one below it, is shown. */
export function NavLink({ to, end = false, className, children, ...link }: NavLinkProps) {
  const { pathname } = useLocation();
  const [path = ''] = to.split(/[?#]/);
  const isActive = pathname === path || (!end && pathname.startsWith(path.endsWith('/') ? path : `${path}/`));
  return (
    <Link
      {...link}
      to={to}
      aria-current={isActive ? 'page' : undefined}
      className={typeof className === 'function' ? className({ isActive }) : className}
    >
      {typeof children === 'function' ? children({ isActive }) : children}
    </Link>
  );
}

/** Navigates as soon as it is shown. */
export function Navigate({ to, replace }: { to: string; replace?: boolean }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace]);
  return null;
}
