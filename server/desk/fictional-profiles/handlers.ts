import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { addFictionalPhoto } from './add-fictional-photo.ts';
import { changeFictionalProfile } from './change-fictional-profile.ts';
import { createFictionalProfile } from './create-fictional-profile.ts';
import { fictionalProfiles } from './fictional-profiles.ts';

export const fictionalHandlers = (app: App) =>
  handlers({
    fictionalProfiles: ({ query }, { member }) => fictionalProfiles(app, member.sites, query),

    createFictionalProfile: async ({ body }, { member }) => ({
      id: await createFictionalProfile(app, member.memberId, body),
    }),

    async changeFictionalProfile({ body }) {
      await changeFictionalProfile(app, body);
      return { ok: true };
    },

    fictionalPhoto: async ({ body, file }) => ({ id: await addFictionalPhoto(app, body, file) }),
  });
