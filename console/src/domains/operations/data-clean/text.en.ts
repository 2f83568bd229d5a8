import { plural, type Translated } from '@hufu/contract/language'
import { fields, outcomes, states, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: things.dataCleaning,
  description:
    'How many days each kind of data is kept; rules that are on clean by themselves every day. What is deleted cannot be recovered; the database uses the room again.',
  list: 'Cleaning rules',
  logs: 'Cleanings',
  edit: 'Set',
  editOf: (name: string) => `Set ${name}`,
  clean: 'Clean now',
  any: states.all,
  never: 'Not cleaned yet',
  days: (count: number) => plural(count, 'day'),
  columns: { name: things.data, keepDays: 'Kept', status: 'Every day', lastTime: 'Last cleaned', lastCount: 'Last deleted' },
  on: 'On',
  off: 'Off',
  short: 'Less than 180 days',
  saved: outcomes.saved,
  dialog: {
    keepDays: 'Days kept',
    range: (least: number) => `${least} to 3650 days`,
    rangeProblem: (least: number) => `Days kept must be from ${least} to 3650`,
    isOn: 'Clean every day',
    law: 'Article 21 of the Cybersecurity Law requires network logs to be kept for at least six months. Less than 180 days may not comply.',
    lawKnown: 'I know this requirement and still want this number of days',
    lawNeeded: 'Confirm that you know the requirement',
  },
  confirm: {
    title: 'Clean now',
    about: 'The data below will be deleted and cannot be recovered. Data selected here is cleaned even where daily cleaning is off.',
    loading: (name: string) => `${name}: counting`,
    line: (name: string, count: number, approx: boolean) =>
      `${name}: ${approx ? 'more than ' : ''}${count.toLocaleString('en-GB')} ${count === 1 ? 'record' : 'records'}`,
    before: (time: string) => `before ${time}`,
    operLog:
      'The operation log is cleaned only up to a signed checkpoint, from which later verifications go on. If you need to keep it, export the evidence on the operation log first.',
    deleted: 'These users and organisations can then no longer be recovered. Their names stay in the operation log as evidence.',
    word: 'clean',
    typed: 'Enter “clean” to confirm',
    wrong: 'Enter “clean”',
    ok: 'Clean',
    nothing: 'Nothing selected is older than the days kept',
    task: things.dataCleaning,
    done: 'Cleaned',
  },
  log: {
    title: 'Cleanings',
    list: 'Cleanings',
    none: 'Nothing has been cleaned yet',
    object: things.data,
    time: 'Cleaned at',
    columns: {
      createTime: fields.time,
      name: things.data,
      count: 'Deleted',
      beforeTime: 'Older than',
      userName: fields.operator,
      result: fields.result,
    },
    system: 'System (daily)',
    done: 'Done',
    open: 'Not done',
  },
}
