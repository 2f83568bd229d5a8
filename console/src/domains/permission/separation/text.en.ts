import { plural, type Translated } from '@hufu/contract/language'
import { states, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)
const switching = (wish: boolean) => (wish ? 'switching it on' : 'switching it off')

export const text: Translated<typeof chinese> = {
  title: things.segregation,
  on: 'On',
  off: 'Off',
  about:
    'While this is on, system, security and audit administrators each do their own part and nobody holds two: super administrators are disabled, and other roles keep only what belongs to the system administrator. To switch it on or off, all three must be appointed and two of them must agree within one day.',
  segregatedRoles: {
    system: { name: things.systemAdmin, does: 'Maintains organisations, users, applications and synchronisation, unlocks accounts' },
    security: { name: things.securityAdmin, does: 'Assigns roles and permissions, reviews, sets security policies and menus' },
    audit: { name: things.auditAdmin, does: 'Reads the operation log, the sign-in log and the data history' },
  },
  list: 'The three administrators',
  holdersOf: name => `Holders of the role of ${lower(name)}`,
  nobody: 'Nobody appointed yet',
  notAble: 'Account not usable',
  add: 'Appoint',
  addTitle: name => `Appoint ${lower(name)}`,
  added: count => `${plural(count, 'user')} appointed`,
  remove: name => `Dismiss ${name}`,
  removeTitle: (name, segregatedRole) => `Dismiss “${name}” as ${lower(segregatedRole)}?`,
  removeText: 'They lose all permissions of this duty at once.',
  removeDone: 'Dismiss',
  removed: 'Dismissed',
  agreed: (wish, by) => `${by} agreed to ${switching(wish)}`,
  notAgreed: 'No opinion yet',
  agree: wish => (wish ? 'Agree to switch on' : 'Agree to switch off'),
  agreeTitle: wish => (wish ? 'Agree to switch separation of duties on?' : 'Agree to switch separation of duties off?'),
  agreeText: wish =>
    wish
      ? 'Takes effect as soon as another of the three agrees: super administrators are disabled, and roles keep only what belongs to the system administrator.'
      : 'Takes effect as soon as another of the three agrees: super administrators and roles get their former permissions back.',
  withdraw: 'Withdraw agreement',
  asks: (by, wish) => `${by} proposes ${switching(wish)}; another of the three has to agree`,
  mine: segregatedRole => `You are ${lower(segregatedRole)}`,
  switched: isOn => (isOn ? 'Separation of duties is on' : 'Separation of duties is off'),
  noted: 'Your agreement is recorded; another of the three has to agree',
  withdrawn: states.withdrawn,
  matrix: 'Download permission matrix',
  matrixHint: 'Says for every API call which of the three and which roles may use it; meant for assessments.',
}
