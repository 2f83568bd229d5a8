import type { Translated } from '@hufu/contract/language'
import { acts, fields, named, outcomes, states, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

const grouped = (count: number) => count.toLocaleString('en-GB')
const LIMIT = 'At most 1,000,000 at once; for more, choose a shorter period.'

export const text: Translated<typeof chinese> = {
  title: things.signInLog,
  description: 'Every attempt to sign in, whether it succeeded or failed; accounts that do not exist are recorded too.',
  list: things.signInLog,
  none: 'No sign-ins yet',
  any: states.all,
  success: 'Success',
  failure: states.failed,
  fields: {
    loginTime: fields.time,
    userName: fields.account,
    realName: fields.realName,
    loginType: 'Method',
    result: fields.result,
    message: fields.explanation,
    ip: 'IP',
    device: fields.device,
    browser: fields.browser,
    os: 'Operating system',
    sessionId: 'Session ID',
    session: 'Session',
    id: 'Record ID',
  },
  stranger: 'No such account',
  invalid: { code: 'Invalid code', ticket: 'Invalid ticket' },
  unnamed: 'No account recognised',
  locked: 'Locked',
  session: { alive: 'Online', over: 'Ended', open: 'Show the session' },
  tools: {
    detail: acts.showDetails,
    unlock: 'Unlock account',
    diagnosis: things.accessDiagnosis,
    operations: 'Show the operation log',
    block: 'Add the IP to the block list',
  },
  drawer: (userName: string) => (userName ? `Sign-in by ${userName}` : 'Sign-in without a recognised account'),
  unlock: {
    title: named.askUnlock,
    text: 'The failures are cleared and they can sign in again at once.',
    ok: acts.unlock,
    done: outcomes.unlocked,
  },
  exporting: {
    button: acts.exportSheet,
    title: acts.exportSignInLog,
    ask: (count: number, more: boolean) =>
      more
        ? `All records that match will be exported, more than ${grouped(count)}. ${LIMIT}`
        : `The records that match will be exported, ${grouped(count)} in all. ${LIMIT}`,
    ok: acts.startExport,
    nothing: 'There is nothing to export',
  },
}
