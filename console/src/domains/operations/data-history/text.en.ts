import type { Translated } from '@hufu/contract/language'
import { acts, fields, states, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

const changes = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'change' : 'changes'}`

export const text: Translated<typeof chinese> = {
  title: things.dataHistory,
  description:
    'Every change to users, organisations, roles, grants, menus and settings: who changed what into what, and when. Passwords, secrets and the like never appear here.',
  list: 'Changes',
  none: 'No changes yet',
  noneHint: 'What is added, changed or deleted appears here.',
  any: states.all,
  system: things.system,
  verbs: { insert: 'Added', update: 'Changed', delete: 'Deleted' },
  fields: {
    time: fields.time,
    user: fields.operator,
    table: 'Kind of data',
    name: things.data,
    act: fields.change,
    what: fields.content,
    call: 'Function',
    record: 'Object',
    operation: fields.operation,
    recordId: 'Record ID',
    operationId: 'Operation ID',
  },
  thisOperation: 'those of one operation',
  hints: { user: 'Account or name' },
  capped: 'Only the latest 10,000 are counted. Choose a shorter period or add conditions.',
  rows: (count: number) => `${count.toLocaleString('en-GB')} in bulk`,
  undone: 'Undone',
  detail: 'Details',
  call: (module: string, act: string) => `${module} · ${act}`,
  names: (fields: readonly string[]) => fields.join(', '),
  rowName: (verb: string, table: string, name: string) => `${verb}: ${table} ${name}`,
  drawer: {
    title: (verb: string, table: string, name: string) => `${verb}: ${table}${name === '' ? '' : ` ${name}`}`,
    diff: 'Changes',
    field: fields.field,
    before: 'Before',
    after: 'After',
    empty: states.empty,
    mask: 'Masked',
    noDiff: 'There is nothing to show',
    sameOperation: (count: number) => `Show the ${changes(count)} of this operation`,
    sameRecord: 'Show every change to this record',
  },
  timeline: {
    title: 'History of this record',
    here: 'Shown here',
    capped: 'Only the latest 500 changes are shown',
    entry: (verb: string, fields: readonly string[]) => `${verb}${fields.length === 0 ? '' : `: ${fields.join(', ')}`}`,
  },
  restore: {
    title: acts.restore,
    ok: acts.restore,
    ask: acts.askRestore,
    askedBy: (name: string) => `${name} has asked for this to be restored; it awaits the security administrator.`,
    askNote:
      'With separation of duties, the audit administrator asks for a restore and the security administrator confirms it within 24 hours.',
    effects: {
      insert: 'Restoring deletes this record.',
      update: (fields: readonly string[]) =>
        `Restoring gives these fields the values from before the change: ${fields.join(', ')}. Other fields keep their values.`,
      delete: 'Restoring brings this record back.',
    },
    left: (fields: readonly string[]) => `These fields cannot be restored and keep their values: ${fields.join(', ')}.`,
    impossible: (reason: string) => `It cannot be restored: ${reason}`,
    sure: (what: string) => `Restore “${what}”?`,
    done: 'Restored',
    reason: 'Reason for the restore',
    asked: 'Asked for; it awaits the security administrator',
  },
  undo: 'Undo the whole operation',
  requests: {
    title: 'Restores awaiting confirmation',
    asked: (who: string) => `${who} asked on`,
    reason: (reason: string) => `Reason: ${reason}`,
    ok: 'Confirm restore',
  },
}
