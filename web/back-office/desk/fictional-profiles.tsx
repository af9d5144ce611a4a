import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { kept, KeptProfiles, keptWords } from './kept-profiles.tsx';

const load: ScreenLoad = ({ ensurePages, requireUser }) => {
  requireUser();
  return ensurePages(kept('fictional'));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = keptWords;

/** /admin/fictional-profiles: the profiles of the house. */
export default function FictionalProfiles() {
  return <KeptProfiles kind="fictional" />;
}
