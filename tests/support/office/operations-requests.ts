import { must } from '#contract/must.ts';
import type { Client } from '../client.ts';
import type { Actors } from './office-work.ts';
import { newExperiment, newSignUpRule, newTrustedFlagger } from './request-bodies.ts';

/** Requests of the calls about the installation and about the figures of the current day. */
export const operationsRequests = ({ operators }: Actors) => ({
  adminOperations: async () => ({}),
  examineInstallation: async () => ({}),
  retryJobs: async () => ({ body: { kind: 'mail' } }),
  discardJobs: async () => ({ body: { kind: 'no-such-job' } }),
  chooseAlertRecipients: async () => ({
    body: { members: [must(operators.get('owner'), 'owner').memberId] },
  }),
  adminDisputeFile: async () => ({
    body: { gateway: 'sandbox' as const, csv: 'id,amount,currency\nnobody,1.00,EUR\n', apply: true },
  }),
  adminExperiments: async () => ({ query: { site: '*' } }),
  adminExperiment: async () => ({
    query: { site: '*', id: await addExperiment(must(operators.get('owner'), 'owner')) },
  }),
  saveExperiment: async () => ({ body: newExperiment() }),
  moveExperiment: async () => ({
    body: {
      site: '*',
      id: await addExperiment(must(operators.get('owner'), 'owner')),
      to: 'running' as const,
    },
  }),
  adminRoles: async () => ({}),
  adminToday: async () => ({}),
  adminTodayFile: async () => ({}),
  setFigureGoal: async () => ({
    body: { figure: 'signups' as const, currency: '', month: '2026-11-01', target: 500 },
  }),
  addFigureNote: async () => ({ body: { day: '2026-11-20', site: '*', body: 'A new campaign' } }),
  removeFigureNote: async (operator: Client) => ({
    body: await operator.must('addFigureNote', {
      body: { day: '2026-11-20', site: '*', body: 'A new campaign' },
    }),
  }),
  signUpRules: async () => ({}),
  addSignUpRule: async () => ({ body: newSignUpRule() }),
  changeSignUpRule: async () => ({
    body: {
      ...{ id: await addRule(must(operators.get('owner'), 'owner')) },
      ...{ effect: 'proof_of_work' as const, note: 'changed', until: null },
    },
  }),
  removeSignUpRule: async () => ({ body: { id: await addRule(must(operators.get('owner'), 'owner')) } }),
  trustedFlaggers: async () => ({}),
  addTrustedFlagger: async () => ({ body: newTrustedFlagger() }),
  renewFlaggerLink: async () => ({ body: { id: await addFlagger(must(operators.get('owner'), 'owner')) } }),
  endTrustedFlagger: async () => ({ body: { id: await addFlagger(must(operators.get('owner'), 'owner')) } }),
});

async function addFlagger(owner: Client): Promise<string> {
  const body = newTrustedFlagger();
  await owner.must('addTrustedFlagger', { body });
  return body.id;
}

async function addRule(owner: Client): Promise<string> {
  const body = newSignUpRule();
  await owner.must('addSignUpRule', { body });
  return body.id;
}

async function addExperiment(owner: Client): Promise<string> {
  const body = newExperiment();
  await owner.must('saveExperiment', { body });
  return body.id;
}
