import type { Translated } from '@hufu/contract/language'
import { acts, named } from '@hufu/contract/text'
import { text as oidc } from '../oidc/oidc-text.ts'
import type { text as chinese } from './request-text.ts'

export const text: Translated<typeof chinese> = {
  title: 'Requests that wait for me',
  hint: 'Agree only if you have just begun something in that application yourself; refuse what you cannot explain.',
  of: app => `Request of “${app}”`,
  ask: app => `“${app}” asks to sign in as you`,
  askTo: (app, resources) => `“${app}” asks to use “${named.listed(resources)}” as you`,
  binding: 'Compare with what the application shows:',
  scopes: 'What the application gets',
  scopeNames: { ...oidc.scopeNames, offline_access: 'Access after you sign out, for up to 30 days' },
  from: ip => `from ${ip}`,
  until: time => `valid until ${time}`,
  agree: acts.agree,
  decline: acts.decline,
  agreed: 'Agreed; go on in the application',
  declined: 'Refused',
}
