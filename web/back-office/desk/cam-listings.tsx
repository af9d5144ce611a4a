import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { kept, KeptProfiles, keptWords } from './kept-profiles.tsx';

const load: ScreenLoad = ({ ensurePages, requireUser }) => {
  requireUser();
  return ensurePages(kept('cam'));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = keptWords;

/** /admin/cam-listings: listings of cam sites. */
export default function CamListings() {
  return <KeptProfiles kind="cam" />;
}
