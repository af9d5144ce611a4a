import { textsOf } from '#mail/texts.ts';
import { decideVerification, type SelfieDecision } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { appealSigner, APPEAL_DAYS } from './appeals/appeal-link.ts';
import { keepMeasure } from './measures/keep-measure.ts';
import type { Operator } from './operator.ts';

/**
 * POST /api/admin/verifications: decides about a selfie. A refusal as under age hides the account, so it needs a
 * statement of reasons (Digital Services Act, article 17): it is stored, and the mail has a link to appeal.
 */
export const inspectSelfie = (
  app: App,
  { id: operator, audit }: Operator,
  decision: Pick<SelfieDecision, 'id' | 'verified' | 'reason'>,
): Promise<void> =>
  decideVerification(app, {
    ...decision,
    operator,
    audit,
    async statement(tx, { member, picture, locale }) {
      const measure = await keepMeasure(app, tx, operator, {
        member,
        kind: 'content_removed',
        ground: 'underage',
        facts: textsOf('mail').getFixedT(locale)('verification_decision.minor.text'),
        undo: { selfie: picture },
      });
      return appealSigner(app.config).pack({ measure }, APPEAL_DAYS * 86_400);
    },
  });
