import { Component, createContext, type ReactNode, use } from 'react';
import { MatchContext, useLocation } from './hooks.ts';
import type { Place } from './place.ts';
import type { Failure } from './prepare.ts';
import type { OpenMatch } from './routes.ts';

const OutletContext = createContext<ReactNode>(null);
const ErrorContext = createContext<unknown>(null);

/** The error for which an error page is shown. */
export const useScreenError = () => use(ErrorContext);

/** Where a layout shows its screen. */
export const Outlet = () => use(OutletContext);

interface Props {
  matches: OpenMatch[];
  failure: Failure | null;
  /** Shown if no layout has an error page of its own. */
  errorPage: ReactNode;
}

/** The matched layouts with the screen in them. If one fails, the nearest layout with an error page shows that. */
export function Screens({ matches, failure, errorPage }: Props) {
  const place = useLocation();
  const boundary = failure
    ? matches.findLastIndex(({ module }, index) => index <= failure.at && module.ErrorBoundary)
    : matches.length;
  const screens = matches.slice(0, boundary + 1).reduceRight<ReactNode>(
    (outlet, match, index) => (
      <MatchContext value={match}>
        <OutletContext value={outlet}>
          <ScreenOf match={match} place={place} failure={index === boundary ? failure : null} />
        </OutletContext>
      </MatchContext>
    ),
    null,
  );
  return (
    <Boundary place={place} failure={boundary < 0 ? failure : null} errorPage={errorPage}>
      {screens}
    </Boundary>
  );
}

interface ScreenProps {
  match: OpenMatch;
  place: Place;
  failure: Failure | null;
}

function ScreenOf({ match: { module }, place, failure }: ScreenProps) {
  const { default: Screen, ErrorBoundary } = module;
  if (!ErrorBoundary) return <Screen />;
  return (
    <Boundary place={place} failure={failure} errorPage={<ErrorBoundary />}>
      <Screen />
    </Boundary>
  );
}

interface BoundaryProps {
  place: Place;
  failure: Failure | null;
  errorPage: ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  place: Place;
  thrown: { error: unknown } | null;
}

/** Shows an error page for a failure to load, and for an error while rendering until the next navigation. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, thrown: null };

  static getDerivedStateFromError = (error: unknown): Partial<BoundaryState> => ({ thrown: { error } });
  static getDerivedStateFromProps = ({ place }: BoundaryProps, state: BoundaryState) =>
    state.place === place ? null : { place, thrown: null };

  override render() {
    const fault = this.props.failure ?? this.state.thrown;
    if (!fault) return this.props.children;
    return <ErrorContext value={fault.error}>{this.props.errorPage}</ErrorContext>;
  }
}
