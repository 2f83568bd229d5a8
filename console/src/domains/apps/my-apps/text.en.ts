import type { Translated } from '@hufu/contract/language'
import { acts, fields, named, states, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: things.myApps,
  description: 'The applications you can open. They open in a new window, without signing in again.',
  search: 'Find an application',
  recent: fields.lastUsed,
  outside: '(opens in a new window)',
  noStart: 'Open it from its own client',
  job: 'Job',
  jobOf: name => `Job for opening “${name}”`,
  ask: 'Ask when opening',
  main: states.mainJob,
  partTime: states.otherJob,
  none: 'There are no applications you can open yet',
  noneHint: 'If you need an application, ask your administrator for it.',
  nothing: 'No application found',
  clear: 'Clear search',
  consents: {
    title: 'Access I agreed to',
    withdraw: acts.withdrawConsent,
    host: host => ` (${host})`,
    scopes: named.listed,
    withdrawOf: client => `Withdraw consent for “${client}”`,
    ask: 'Withdraw this consent?',
    askHint: 'This client can no longer act for you from now on, and asks for your consent again when you next use it.',
  },
  chosen: 'Changed; takes effect when the application next checks who you are',
}
