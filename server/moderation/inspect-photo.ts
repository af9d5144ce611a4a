import type { PhotoFlag } from '#contract/photos/photo-calls.ts';
import type { Detection } from '#contract/rules/measure-rules.ts';
import { textsOf } from '#mail/texts.ts';
import { decidePhoto, type PhotoDecision } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { appealSigner, APPEAL_DAYS } from './appeals/appeal-link.ts';
import { keepMeasure } from './measures/keep-measure.ts';
import type { Operator } from './operator.ts';
import { refusalGrounds } from './refusal-grounds.ts';

/**
 * POST /api/admin/photos: decides about a photo. A refusal needs a statement of reasons (Digital Services
 * Act, article 17): its ground and reason are stored, and the mail states how the photo was found, with a
 * link to appeal. Throws `not_found` if the photo does not exist, and `conflict` if another operator has
 * decided differently.
 */
export const inspectPhoto = (
  app: App,
  { id: operatorId, audit }: Operator,
  decision: Pick<PhotoDecision, 'id' | 'approve' | 'private' | 'reason' | 'remember'>,
): Promise<void> =>
  decidePhoto(app, {
    ...decision,
    operatorId,
    audit,
    async statement(tx, { id, member, reason, locale, badge, flags }) {
      const detection = detectionBy(flags);
      const facts = textsOf('mail').getFixedT(locale)(`photo_decision.reasons.${reason}`);
      const measure = await keepMeasure(app, tx, operatorId, {
        member,
        kind: 'content_removed',
        ground: refusalGrounds[reason],
        facts,
        detection,
        undo: { photo: id, ...(badge && { badge }) },
      });
      return { token: appealSigner(app.config).pack({ measure }, APPEAL_DAYS * 86_400), detection };
    },
  });

/** An unavailable screening service (`not_screened`) has found nothing. */
function detectionBy(flags: readonly PhotoFlag[]): Detection {
  if (flags.includes('refused_before')) return 'known_picture';
  return flags.includes('screening') || flags.includes('empty') ? 'image_screening' : 'own';
}
