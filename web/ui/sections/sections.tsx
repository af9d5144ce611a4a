import { clsx } from 'clsx';
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Link } from '#web/router/link.tsx';
import { IconChevronLeft, IconChevronRight } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import styles from './sections.module.css';

export interface SectionEntry {
  id: string;
  /** Path without locale prefix. */
  to: string;
  title: string;
  /** The current value in a few words. Shown on a phone, where the list has the room. */
  value?: string | null | undefined;
  /** A state that the member should see before opening the section. */
  mark?: string | null | undefined;
}

interface SectionsProps {
  /** Title of the whole, which is also the text of the link back to the list. */
  title: string;
  heading: ReactNode;
  lead?: ReactNode;
  /** Path of the list. */
  home: string;
  groups: readonly (readonly SectionEntry[])[];
  /** The section that is open; undefined on the list itself. */
  current: string | undefined;
  /** The section beside the list on a wide screen, when none is open. */
  first: string;
  /** On a phone, shows the first section above the list instead of hiding it. */
  withFirst?: boolean;
  /** Stays in view at the bottom, such as the button that saves. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A long page cut into short ones: on a phone a list of sections that open one by one, on a wide screen the list
 * beside the open section.
 */
export function Sections({
  title,
  heading,
  lead,
  home,
  groups,
  current,
  first,
  withFirst = false,
  actions,
  children,
}: SectionsProps) {
  const root = useFocusOn(current);
  const isWide = useIsWide();
  const open = groups.flat().find(({ id }) => id === current);
  const list = (
    <nav key="list" className={styles['nav']} aria-label={title}>
      {groups.map((group) => (
        <ul key={group[0]?.id}>
          {group.map((entry) => (
            <Row
              key={entry.id}
              entry={entry}
              isCurrent={open ? entry === open : entry.to === home}
              isBeside={!open && entry.id === first}
            />
          ))}
        </ul>
      ))}
    </nav>
  );
  const content = (
    <div key="content" className={styles['content']}>
      {children}
    </div>
  );
  return (
    <Page title={open ? `${open.title} · ${title}` : title} heading={null}>
      <div ref={root}>
        <SectionHead
          home={open && home}
          title={title}
          heading={open?.title ?? heading}
          lead={!open && lead}
          isBesideList
        />
        <div className={styles['columns']} data-shown={open ? 'section' : withFirst ? 'both' : 'list'}>
          {withFirst && !open && !isWide ? [content, list] : [list, content]}
        </div>
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
    </Page>
  );
}

interface SectionHeadProps {
  home: string | undefined;
  title: string;
  heading: ReactNode;
  lead?: ReactNode;
  /** The list stands beside the section on a wide screen, so that only a phone needs the link back. */
  isBesideList?: boolean;
}

/** The heading of a short page, below the link back to its list. */
export function SectionHead({ home, title, heading, lead, isBesideList }: SectionHeadProps) {
  return (
    <div className={styles['head']}>
      {home && (
        <Link to={home} className={clsx(styles['back'], isBesideList && styles['narrow-only'])}>
          <IconChevronLeft size={20} aria-hidden="true" />
          {title}
        </Link>
      )}
      <h1>{heading}</h1>
      {lead && <p className={styles['lead']}>{lead}</p>}
    </div>
  );
}

interface RowProps {
  entry: SectionEntry;
  isCurrent: boolean;
  /** On a wide screen the section stands beside its list. */
  isBeside: boolean;
}

function Row({ entry: { id, to, title, value, mark }, isCurrent, isBeside }: RowProps) {
  return (
    <li data-beside={isBeside || undefined}>
      <Link to={to} className={styles['row']} data-section={id} aria-current={isCurrent ? 'page' : undefined}>
        <span>
          {title}
          {value && <small>{value}</small>}
          {mark && <span className={styles['mark']}>{mark}</span>}
        </span>
        <IconChevronRight size={20} aria-hidden="true" />
      </Link>
    </li>
  );
}

const WIDE = '(min-width: 992px)';

/** Whether the list stands beside the section. Tab and screen readers then meet it first, as the eye does. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(WIDE).matches,
    () => false,
  );

/**
 * Moves the focus to the heading of a section that opens, and from there back to its row of the list. The
 * screen stays the same, so `RouteFocus` leaves the focus where it is.
 */
function useFocusOn(current: string | undefined) {
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(current);
  useLayoutEffect(() => {
    if (shown.current === current) return;
    const left =
      current === undefined && root.current?.querySelector<HTMLElement>(`[data-section="${shown.current}"]`);
    shown.current = current;
    const heading = root.current?.querySelector('h1');
    if (heading) heading.tabIndex = -1;
    (left || heading)?.focus({ preventScroll: true });
  }, [current]);
  return root;
}
