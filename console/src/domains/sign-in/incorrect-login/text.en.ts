import { plural, type Translated } from '@hufu/contract/language'
import { fields, named, states, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

const SURE =
  'The failures are cleared and they can sign in again at once. Make sure that it is the user, not somebody guessing their password.'

export const text: Translated<typeof chinese> = {
  title: things.accountUnlock,
  description:
    'Repeated failures lock an account for a while: first the method that was tried, from that address; with too many failures from several addresses, from every address. Once you know that it is the user, unlock them here; the failures are cleared too.',
  list: 'Accounts with failed sign-ins',
  none: 'No accounts are locked',
  noneHint: 'Locked accounts appear here by themselves and are unlocked when the time is over.',
  any: states.all,
  states: { locked: 'Locked', open: 'Not locked' },
  stranger: 'No such account',
  fields: {
    searchKey: fields.keyword,
    searchHint: 'Account, name, employee number or phone number',
    state: fields.status,
    ip: 'IP',
    time: 'Last failure',
    loginName: fields.account,
    realName: fields.realName,
    orgName: things.org,
    failCount: 'Failures',
    lastTime: 'Last failure',
    lastIp: 'Last failed IP',
    unlockTime: 'Locked until',
    reason: 'Why locked',
    scope: 'What is locked',
  },
  whom: (realName: string, loginName: string) => `“${realName} (${loginName})”`,
  scopes: {
    account: 'Every method',
    all: (method: string) => `${method}, all IPs`,
    address: (method: string, addresses: readonly string[]) => `${method}, only from ${addresses.join(', ')}`,
  },
  methods: { password: fields.password, phone: fields.smsCode, code: 'Second factor code', face: 'Face', recovery: 'Password recovery' },
  reasons: {
    wrong: (method: string) => `Failed: ${method}`,
    hand: (who: string, why: string) => `Locked by ${who}: ${why}`,
    somebody: 'an administrator',
  },
  tools: {
    unlock: 'Unlock',
    clear: 'Clear failures',
    unlockAndReset: 'Unlock and reset password',
    failures: 'Show failures',
  },
  kept: { own: 'You cannot unlock your own account', above: 'This user ranks above you' },
  unlock: {
    one: named.askUnlock,
    clear: (name: string) => `Clear the failures of “${name}”?`,
    many: (count: number) => `Unlock ${plural(count, 'account')}?`,
    text: SURE,
    sameIp: (count: number, ip: string) =>
      `${count} of these accounts failed from the same address, ${ip}. This may be an attack; look into it first. ${SURE}`,
    done: (count: number) => `${plural(count, 'account')} unlocked, failures cleared`,
  },
}
