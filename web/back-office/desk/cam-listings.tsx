import { callPages } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import FictionalProfiles from './fictional-profiles.tsx';

const load: ScreenLoad = ({ ensurePages, requireUser }) => {
  requireUser();
  return ensurePages(callPages('fictionalProfiles', { kind: 'cam' }) as never);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export { handle } from './fictional-profiles.tsx';

/** /admin/cam-listings: the same screen for cam listings. */
export default function CamListings() {
  return <FictionalProfiles kind="cam" />;
}
