import { randomUUID } from 'node:crypto';
import type { CallName } from '#contract/calls.ts';
import { ownLineId } from '#contract/chat/gifts.ts';
import { itemAt } from '#contract/must.ts';
import type { testApp } from '../app.ts';
import type { Client, Input } from '../client.ts';
import { plant } from '../members.ts';
import { currentMonth } from '../money/months.ts';
import { picture } from '../pictures.ts';
import { listRequests } from './list-requests.ts';
import { operatorWith as newOperator, plantOfficeWork, type Actors } from './office-work.ts';
import { operationsRequests } from './operations-requests.ts';
import { deskReply, newPartner } from './request-bodies.ts';

type Requests = Partial<Record<CallName, (operator: Client) => Promise<Input<CallName>>>>;

/** A successful request of each operators' call, with what it needs. */
export function operatorRequests(site: ReturnType<typeof testApp>, actors: Actors): Requests {
  /** A token of a scope that the operator may have. */
  async function newToken({ memberId }: Client) {
    const { roles } = await site.db
      .selectFrom('members')
      .where('id', '=', memberId)
      .select('roles')
      .executeTakeFirstOrThrow();
    const scope = roles.includes('writer') ? ('admin:desk' as const) : ('admin:members' as const);
    return { name: 'reports', days: 30 as const, scopes: [scope] };
  }
  const { member } = actors;
  const operatorWith = (role: Parameters<typeof newOperator>[1]) => newOperator(site, role);
  const work = plantOfficeWork(site, actors);
  const {
    owner,
    gift,
    webhook,
    newPage,
    newSlug,
    announcement,
    mailSeriesChange,
    referral,
    settingChange,
    heldPackage,
    suspension,
    verificationDemand,
    waitingAppeal,
    askedCredits,
    flaggedText,
    heldAccount,
    waitingPhoto,
    waitingSelfie,
    waitingAgeCheck,
    waitingIntro,
    waitingConversation,
    sampledAnswer,
    flaggedImage,
    imageToOpen,
    voiceToHear,
    complaint,
    supportThread,
    payment,
    chargedBack,
  } = work;
  return {
    adminPhotos: async () => (await waitingPhoto(), {}),
    decidePhoto: async () => ({ body: { id: await waitingPhoto(), approve: true } }),
    adminVerifications: async () => (await waitingSelfie(), {}),
    decideVerification: async () => ({ body: { id: await waitingSelfie(), verified: true } }),
    adminAgeChecks: async () => (await waitingAgeCheck(), {}),
    decideAgeCheck: async () => ({ body: { id: await waitingAgeCheck(), adult: true } }),
    adminVoiceIntros: async () => (await waitingIntro(), {}),
    decideVoiceIntro: async () => ({ body: { id: await waitingIntro(), approve: true } }),
    adminChatImages: async () => ({}),
    decideChatImage: async () => ({ body: { id: await flaggedImage(), approve: true } }),
    adminSupport: async () => (await supportThread(), {}),
    adminSupportThread: async () => ({ query: { id: await supportThread() } }),
    adminSupportMember: async () => ({ query: { id: member().memberId } }),
    answerSupport: async () => ({
      body: { id: await supportThread(), version: 1, client_id: randomUUID(), text: 'Done' },
    }),
    supportTemplates: async () => ({ query: {} }),
    saveSupportTemplate: async () => ({
      body: { id: randomUUID(), language: 'en', title: 'Refund', text: 'Hello {{name}}', active: true },
    }),
    noteSupport: async () => ({
      body: { id: await supportThread(), client_id: randomUUID(), text: 'Called back' },
    }),
    changeSupport: async () => ({ body: { id: await supportThread(), version: 1, mine: true } }),
    adminComplaints: async () => ({}),
    adminComplaint: async () => ({ query: { id: await complaint() } }),
    takeComplaint: async () => ({ body: { id: await complaint() } }),
    decideComplaint: async () => ({ body: { id: await complaint(), outcome: 'answered' } }),
    adminPayments: async () => ({ query: { find: await payment() } }),
    adminPaymentsFile: async () => ({ query: { find: await payment() } }),
    adminPayment: async () => ({ query: { id: await payment() } }),
    adminReceipt: async () => ({ query: { id: await payment() } }),
    adminRefund: async () => ({
      body: {
        id: randomUUID(),
        payment: await payment(),
        amount: { amount: '1.00', currency: 'EUR' },
        credits: 0,
        reason: 'a gesture',
      },
    }),
    adminHeldAccounts: async () => (await heldAccount(), {}),
    decideHeldAccount: async () => ({ body: { member: await heldAccount(), release: true } }),
    adminTasks: async () => ({}),
    adminNotices: async () => ({}),
    adminSiteChoices: async () => ({}),
    adminMembers: async () => ({ query: { find: String(member().memberId) } }),
    adminMembersFile: async () => ({ query: { find: String(member().memberId) } }),
    listViews: async () => ({ query: { list: 'members' } }),
    saveListView: async () => ({
      body: { id: randomUUID(), list: 'members', name: 'New in Belgium', query: 'country=BE' },
    }),
    deleteListView: async () => ({ body: { id: randomUUID() } }),
    signOutMembers: async () => ({ body: { id: randomUUID(), members: [await plant(site)], filters: {} } }),
    takeMeasures: async () => ({
      body: {
        id: randomUUID(),
        members: [await plant(site)],
        filters: {},
        kind: 'warning',
        ground: 'spam',
        facts: 'Forty times the same message.',
      },
    }),
    adminMember: async () => ({ query: { id: member().memberId } }),
    adminClosingRefunds: async () => ({ query: { member: member().memberId } }),
    askForVerification: async () => ({
      body: { member: await plant(site), words: 'Is this really you?' },
    }),
    withdrawVerificationDemand: async () => ({ body: { member: await verificationDemand() } }),
    takeMeasure: async () => ({
      body: {
        member: await plant(site),
        kind: 'warning',
        ground: 'spam',
        facts: 'Forty times the same message.',
      },
    }),
    endMeasure: async () => ({ body: { id: await suspension(), note: 'We were wrong.' } }),
    correctMember: async () => ({
      body: {
        member: await plant(site),
        field: 'about',
        value: 'Likes to walk',
        ground: 'privacy',
        reason: 'Your phone number stood there.',
      },
    }),
    signOutMember: async () => ({ body: { member: await plant(site) } }),
    deleteMember: async () => ({ body: { member: await plant(site), reason: 'asked by letter' } }),
    changeCredits: async () => ({
      body: { id: randomUUID(), member: await plant(site), credits: 5, reason: 'a gesture' },
    }),
    decideCredits: async () => ({ body: { id: await askedCredits(), approve: true } }),
    adminAppeals: async () => ({}),
    decideAppeal: async () => ({
      body: { id: await waitingAppeal(), reverse: true, note: 'You were right.' },
    }),
    adminTexts: async () => ({}),
    decideText: async () => ({ body: { id: await flaggedText(), remove: false } }),
    adminInvitations: async () => ({}),
    addInvitation: async () => ({ body: { email: null, language: 'en', days: 14 } }),
    withdrawInvitation: async () => {
      const { id } = await owner().must('addInvitation', {
        body: { email: null, language: 'en', days: 14, site: '*' },
      });
      return { body: { id } };
    },
    adminPartners: async () => ({}),
    writePartner: async () => ({ body: newPartner() }),
    closePartner: async () => {
      const partner = newPartner();
      await owner().must('writePartner', { body: partner });
      return { body: { key: partner.key } };
    },
    adminAudit: async () => ({}),
    adminAuditFile: async () => ({}),
    transparencyFile: async () => ({ query: { year: 2026 } }),
    adminDsaStatements: async () => ({}),
    retryDsaStatements: async () => ({}),
    adminTransparency: async () => ({ query: {} }),
    adminOperators: async () => ({}),
    inviteOperator: async () => ({
      body: { email: `${randomUUID()}@example.test`, name: 'Olga', roles: ['support'] },
    }),
    forgetOperatorFactor: async () => ({ body: { id: (await operatorWith('support')).memberId } }),
    changeOperator: async () => ({
      body: { id: (await operatorWith('support')).memberId, roles: ['moderator'] },
    }),
    adminDiscountCodes: async () => ({}),
    desk: async () => (await waitingConversation(), {}),
    deskClaim: async (operator) => ({ body: { conversation: await waitingConversation(operator, false) } }),
    deskRelease: async (operator) => ({
      body: { conversation: await waitingConversation(operator), note: 'Likes sailing' },
    }),
    deskReport: async (operator) => ({
      body: {
        conversation: await waitingConversation(operator),
        client_id: randomUUID(),
        reason: 'distress',
        text: 'Says that nothing matters any more',
      },
    }),
    deskThread: async () => ({ query: { conversation: await waitingConversation() } }),
    deskMemory: async (operator) => ({
      body: { conversation: await waitingConversation(operator), memory: 'Likes sailing' },
    }),
    deskAnswer: async (operator) => ({
      body: {
        conversation: await waitingConversation(operator),
        client_id: randomUUID(),
        text: 'Good evening',
      },
    }),
    deskReact: async (operator) => {
      const conversation = await waitingConversation(operator);
      const { chat } = await operator.must('deskThread', { query: { conversation } });
      return { body: { conversation, message: itemAt(chat.messages, 0).id, emoji: '❤️' } };
    },
    deskOpenImage: async (operator) => {
      const { conversation, image } = await imageToOpen(operator);
      return { body: { conversation, image, opening: randomUUID() } };
    },
    deskTranslation: async (operator) => {
      const conversation = await waitingConversation(operator);
      const { chat } = await operator.must('deskThread', { query: { conversation } });
      return { body: { conversation, message: itemAt(chat.messages, 0).id, to: 'en' } };
    },
    deskVoiceListened: async (operator) => {
      const { conversation, voice } = await voiceToHear(operator);
      return { body: { conversation, voice } };
    },
    deskTyping: async (operator) => ({ query: { conversation: await waitingConversation(operator) } }),
    deskBoard: async () => (await waitingConversation(), {}),
    deskHandOver: async () => ({
      body: { conversation: await waitingConversation(), to: (await operatorWith('writer')).memberId },
    }),
    deskWhisper: async () => ({
      body: { conversation: await waitingConversation(), client_id: randomUUID(), text: 'Be kind' },
    }),
    deskReviews: async () => ({ query: {} }),
    deskScores: async () => ({ query: {} }),
    scoreDeskAnswer: async () => ({
      body: { ...(await sampledAnswer()), score: 4, comment: 'Kind, but short' },
    }),
    deskStatement: async () => ({ query: { month: currentMonth() } }),
    deskStatementFile: async () => ({ query: { month: currentMonth() } }),
    deskPresence: async () => ({ body: { on: true } }),
    deskNext: async () => (await waitingConversation(), { body: {} }),
    changeDeskWriter: async () => ({
      body: { writer: (await operatorWith('writer')).memberId, capacity: 2, languages: ['nl'], profiles: [] },
    }),
    deskReplies: async () => ({ query: {} }),
    saveDeskReply: async () => ({ body: deskReply() }),
    saveSharedDeskReply: async () => ({ body: deskReply() }),
    deskFigures: async () => ({}),
    fictionalProfiles: async () => ({}),
    createFictionalProfile: async () => ({
      body: {
        key: randomUUID(),
        kind: 'fictional',
        name: 'Lola',
        gender: 'female',
        date_of_birth: '1991-01-01',
        country: 'NL',
      },
    }),
    changeFictionalProfile: async () => ({
      body: { id: await plant(site, { kind: 'fictional' }), label: 'Evening team' },
    }),
    fictionalPhoto: async () => ({
      body: { profile: await plant(site, { kind: 'fictional', premium: true }), client_id: randomUUID() },
      file: { content: await picture().jpeg().toBuffer() },
    }),
    adminDiscountCode: async () => ({
      body: { code: `CODE${randomUUID().slice(0, 8)}`, value_percentage: 10 },
    }),
    adminCatalogue: async () => ({}),
    adminPackage: async () => ({
      body: { credits: 77, active: true, recommended: false, prices: [{ amount: '25.00', currency: 'EUR' }] },
    }),
    adminMethods: async () => ({
      body: { country: 'NZ', methods: [{ id: 'creditcard', active: true, costs: [] }] },
    }),
    adminVat: async () => ({ body: { country: 'NZ', percentage: 15, valid_from: '2099-01-01' } }),
    adminBooks: async () => ({ query: { month: currentMonth() } }),
    adminBooksFile: async () => ({ query: { month: currentMonth(), part: 'credits' } }),
    adminWebhooks: async () => ({}),
    addWebhook: async () => ({
      body: { url: 'https://hooks.example.com/liaison', events: ['member.signed_up'] },
    }),
    changeWebhook: async () => ({ body: { id: await webhook(), active: false } }),
    removeWebhook: async () => ({ body: { id: await webhook() } }),
    adminWebhookDeliveries: async () => ({ query: { webhook: await webhook() } }),
    resendWebhook: async () => ({ body: { webhook: await webhook() } }),
    adminTokens: async () => ({}),
    addAdminToken: async (operator) => ({ body: await newToken(operator) }),
    revokeAdminToken: async (operator) => ({
      body: { id: (await operator.must('addAdminToken', { body: await newToken(operator) })).id },
    }),
    adminFigures: async () => ({}),
    adminFiguresFile: async () => ({ query: { part: 'days' } }),
    publishClaim: async () => ({ body: { site: '*', id: 'female_members', publish: false } }),
    adminTextSites: async () => ({}),
    adminTextVersions: async () => ({ query: { kind: 'page', name: 'terms', host: '*', language: 'en' } }),
    adminPages: async () => ({}),
    adminPage: async () => ({ query: { token: 'terms', host: '*', language: 'en' } }),
    adminPagePreview: async () => ({ body: { token: 'terms', host: '*', language: 'en', body: '# Terms' } }),
    adminWritePage: async () => ({ body: { ...newPage(), body: '# House rules', seen: null } }),
    adminDropPage: async () => ({ body: { ...newPage(), seen: null } }),
    adminSlugs: async () => ({ query: { host: '*', language: 'en' } }),
    adminWriteSlug: async () => ({
      body: {
        ...newSlug(),
        headline: 'Hello',
        lead: 'You there',
        button: 'Go',
        imagery: null,
        offer: null,
        seen: null,
      },
    }),
    adminDropSlug: async () => ({ body: { ...newSlug(), seen: null } }),
    adminMails: async () => ({}),
    adminMail: async () => ({ query: { template: 'match', host: '*', language: 'en' } }),
    adminWriteMail: async () => ({
      body: { template: 'match', host: '*', language: 'en', texts: { subject: '{from}!' }, seen: null },
    }),
    adminMailPreview: async () => ({ body: { template: 'match', host: '*', language: 'en' } }),
    adminMailTest: async () => ({ body: { template: 'match', host: '*', language: 'en' } }),
    adminAnnouncements: async () => ({}),
    adminAudienceSize: async () => ({ body: announcement }),
    adminAnnounce: async () => ({ body: { client_id: randomUUID(), ...announcement } }),
    adminCancelAnnouncement: async () => ({
      body: await owner().must('adminAnnounce', {
        body: {
          client_id: randomUUID(),
          ...announcement,
          starts_at: new Date(Date.now() + 86_400_000).toISOString(),
        },
      }),
    }),
    adminReferrals: async () => (await referral(), {}),
    adminCampaigns: async () => ({ query: { by: 'campaign', site: '*' } }),
    adminMailSeries: async () => ({ query: { site: '*' } }),
    saveMailSeries: async () => ({ body: await mailSeriesChange() }),
    adminSites: async () => ({}),
    saveSite: async () => ({ body: { host: `${randomUUID()}.example`, company: 1, aliases: [] } }),
    saveCompany: async () => ({
      body: {
        name: `Company ${randomUUID()}`,
        address: 'Street 1',
        city: 'Town',
        country: 'PL',
        kvk: null,
        tradenames: [],
        vat_numbers: [],
        support_phone: null,
        delete_discount: null,
      },
    }),
    adminSettings: async () => ({}),
    changeSettings: async () => ({ body: { site: '*', changes: [{ key: 'photo_credits', value: 3 }] } }),
    compareSettings: async () => ({ body: { site: '*', settings: { photo_credits: 3 } } }),
    settingHistory: async () => ({}),
    undoSetting: async () => ({ body: { change: await settingChange() } }),
    waitingChanges: async () => (await heldPackage(), {}),
    decideChange: async () => ({ body: { id: await heldPackage(), approve: false } }),
    uploadSitePicture: async () => ({
      body: { site: '*', setting: 'logo' },
      file: { content: await picture().jpeg().toBuffer() },
    }),
    adminMoneyWork: async () => (await chargedBack(), {}),
    adminMoneyWorkFile: async () => ({}),
    decideDispute: async () => ({
      body: { payment: await chargedBack(), state: 'contested', note: 'sent the receipts' },
    }),
    adminCodeUses: async () => ({ query: { code: 'SPRING' } }),
    adminGifts: async () => ({}),
    saveGift: async () => ({ body: gift() }),
    giftPicture: async () => {
      const one = gift();
      await owner().must('saveGift', { body: one });
      return { body: { id: one.id }, file: { content: await picture().png().toBuffer() } };
    },
    adminIcebreakers: async () => ({ query: { language: 'pl' } }),
    saveIcebreaker: async () => ({
      body: { language: 'pl', id: ownLineId(), interest: null, text: 'Cześć, {name}!', active: true },
    }),
    ...operationsRequests(actors),
    ...listRequests(work),
    adminSettlement: async () => ({
      body: { gateway: 'sandbox', csv: 'id,amount,currency\nnobody,1.00,EUR\n' },
    }),
  };
}
