import type { Ground } from '#contract/rules/measure-rules.ts';
import type { RefusalReason } from '#mail/photo-decision.ts';
import { textsOf } from '#mail/texts.ts';
import { decidePhoto, type PhotoDecision } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { appealSigner, APPEAL_DAYS, keepMeasure, type Operator } from './take-measure.ts';

/** The rule that each reason goes by. */
const grounds: Record<RefusalReason, Ground> = {
  not_a_person: 'house_rules',
  more_people: 'privacy',
  contact_details: 'privacy',
  explicit: 'house_rules',
  minor: 'underage',
  quality: 'house_rules',
  not_own: 'fake_profile',
  other: 'house_rules',
};

/**
 * POST /api/admin/photos.php: decides about a photo. A refusal is a decision like any other (Digital Services Act, article 17): it is kept
 * with its ground and reason, the mail says by whom and how it was found, and leads to where one can object. Refuses `not_found`.
 */
export const inspectPhoto = (
  app: App,
  { id: operatorId, audit }: Operator,
  decision: Pick<PhotoDecision, 'id' | 'approve' | 'private' | 'reason'>,
): Promise<void> =>
  decidePhoto(app, {
    ...decision,
    operatorId,
    audit,
    async statement(tx, { id, member, reason, locale, badge }) {
      const facts = textsOf('mail').getFixedT(locale)(`photo_decision.reasons.${reason}`);
      const measure = await keepMeasure(tx, operatorId, {
        member,
        kind: 'content_removed',
        ground: grounds[reason],
        facts,
        undo: { photo: id, ...(badge && { badge }) },
      });
      return appealSigner(app.config).pack({ measure }, APPEAL_DAYS * 86_400);
    },
  });
