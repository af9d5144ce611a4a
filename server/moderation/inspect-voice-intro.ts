import { textsOf } from '#mail/texts.ts';
import type { App } from '../platform/app.ts';
import { decideVoiceIntro, type VoiceIntroDecision } from '../voice/index.ts';
import { appealSigner, APPEAL_DAYS } from './appeals/appeal-link.ts';
import { keepMeasure } from './measures/keep-measure.ts';
import type { Operator } from './operator.ts';
import { refusalGrounds } from './refusal-grounds.ts';

/**
 * POST /api/admin/voice-intros: decides about a voice introduction. A refusal needs a statement of reasons (Digital Services
 * Act, article 17), as that of a photo does.
 */
export const inspectVoiceIntro = (
  app: App,
  { id: operatorId, audit }: Operator,
  decision: Pick<VoiceIntroDecision, 'id' | 'approve' | 'reason'>,
): Promise<void> =>
  decideVoiceIntro(app, {
    ...decision,
    operatorId,
    audit,
    async statement(tx, { id, member, reason, locale }) {
      const measure = await keepMeasure(app, tx, operatorId, {
        member,
        kind: 'content_removed',
        ground: refusalGrounds[reason],
        facts: textsOf('mail').getFixedT(locale)(`voice_intro_decision.reasons.${reason}`),
        undo: { voice_intro: id },
      });
      return appealSigner(app.config).pack({ measure }, APPEAL_DAYS * 86_400);
    },
  });
