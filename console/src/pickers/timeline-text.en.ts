import type { Translated } from '@hufu/contract/language'
import { acts, fields, states, things } from '@hufu/contract/text'
import type { text as chinese } from './timeline-text.ts'

export const text: Translated<typeof chinese> = {
  label: things.timeline,
  kinds: { '': states.all, change: 'Changes of data', grant: 'Grants', act: 'Administration', signIn: things.signIn },
  kindsLabel: 'Show',
  spansLabel: 'Time range',
  spans: { '': 'All time', today: 'Today', yesterday: 'Yesterday', lastWeek: 'Last 7 days' },
  none: 'Nothing recorded',
  noneHint: 'Choose another time range or show something else.',
  older: 'Older entries',
  end: 'There are no older entries',
  bySystem: things.system,
  systemAct: 'Updated by the system',
  by: (name: string) => `By ${name}`,
  from: (ip: string) => `IP ${ip}`,
  refused: (why: string) => `failed: ${why}`,
  signedIn: (way: string) => `${way}, signed in`,
  signInFailed: (way: string, why: string) => `${way}, sign-in failed: ${why}`,
  won: 'Gained ',
  lost: 'Lost ',
  altered: `${fields.change} of `,
  grant: {
    whom: (kind, name, hasBelow) => `${kind} “${name}”${hasBelow ? ' (and those below)' : ''}`,
    given: whom => `Granted to ${whom}`,
    taken: whom => `Taken from ${whom}`,
    detail: (label, value) => `${label}: ${value}`,
  },
  verbs: { insert: `${acts.add} `, update: `${acts.modify} `, delete: `${acts.remove} ` },
  record: 'Log entry',
  unnamed: '(deleted or not shown to you)',
}
