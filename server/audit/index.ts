export { auditAs, recordActs, type Act } from './record-acts.ts';
