import type { Translated } from '@hufu/contract/language'
import { acts } from '@hufu/contract/text'
import type { text as chinese } from './operation-text.ts'

const changes = (count: number) => (count === 1 ? '1 change' : `${count.toLocaleString('en-GB')} changes`)

export const text: Translated<typeof chinese> = {
  undo: 'Undo',
  title: (count: number) => `Undo ${changes(count)}?`,
  restored: (count: number) =>
    `${changes(count)} will be restored. Messages and e-mails already sent and sessions already ended stay as they are.`,
  stays: (count: number) => `${changes(count)} ${count === 1 ? 'stays' : 'stay'} as ${count === 1 ? 'it is' : 'they are'}:`,
  stay: (name: string, reason: string) => `${name}: ${reason}`,
  remaining: (count: number) => `Before these, ${changes(count)} ${count === 1 ? 'remains' : 'remain'} to be undone afterwards.`,
  impossible: (reason: string) => `It cannot be undone: ${reason}`,
  looking: 'Working out the effect; nothing is changed…',
  done: (count: number) => `${changes(count)} restored`,
  verbs: { insert: acts.add, update: acts.modify, delete: acts.remove },
  rowName: (verb: string, table: string, name: string) => `${verb}: ${table} ${name}`,
}
