import { plural, type Translated } from '@hufu/contract/language'
import { acts, fields, states, things } from '@hufu/contract/text'
import type { text as chinese } from './dialog-text.ts'

export const text: Translated<typeof chinese> = {
  reset: {
    title: acts.resetPassword,
    whom: whom => `Resets the password of ${whom}. They are signed out at once and have to change the password when they next sign in.`,
    type: fields.newPassword,
    initial: states.initialPassword,
    random: states.randomPassword,
    initialHint: `Uses the initial password configured in “${things.baseSettings}”.`,
    randomHint: 'Makes a different password for everybody, shown only once.',
    sms: 'Notify by SMS',
    smsOn:
      'The new password is sent by SMS to those who have a phone number. For those who have none, or have received 5 messages today, a random password is shown after the reset; tell them the initial password yourself.',
    smsOff: 'While this is off, you hand the passwords over yourself.',
    smsMissing: 'No SMS gateway or no template for passwords is configured, so no messages can be sent.',
    ok: 'Reset',
    done: count => `${plural(count, 'password')} reset`,
    sent: (count, sent) => `${plural(count, 'password')} reset, ${plural(sent, 'user')} will receive an SMS`,
  },
  passwords: {
    title: fields.newPassword,
    warning: 'Passwords are shown only this once. Copy them now and hand them over.',
    copyAll: 'Copy all',
    copyOne: acts.copy,
    copy: name => `Copy the password of ${name}`,
    password: fields.password,
    close: acts.savedIt,
    list: 'List of new passwords',
    more: (shown, total) => `The first ${shown} of ${total} users are shown here; “Copy all” takes all of them.`,
  },
  transfer: {
    title: 'Move main job',
    whom: (whom, org) =>
      `Moves the main job of ${whom} from “${org}” to another organisation. Other jobs stay; another job in the new organisation is merged with the main job.`,
    whomOwn: whom =>
      `Moves the main job of ${whom} to one organisation; the table shows which organisation each of them leaves. Other jobs stay; another job in the new organisation is merged with the main job.`,
    leaving: 'Main jobs to be moved',
    leaves: 'Leaves organisation',
    none: 'None of the selected users has a main job that can be moved',
    target: 'New organisation',
    same: 'This is the same organisation as before',
    done: (moved, skipped) =>
      skipped > 0
        ? `${plural(moved, 'user')} moved; ${skipped} left as they were, since their main job is not in this organisation`
        : `${plural(moved, 'user')} moved`,
    doneOwn: (moved, skipped) =>
      skipped > 0
        ? `${plural(moved, 'user')} moved; ${skipped} left as they were, since their main job is already there or out of your reach`
        : `${plural(moved, 'user')} moved`,
  },
  removeJob: {
    title: 'Remove other jobs',
    about: org => `These users lose their other job in “${org}”. The users themselves and their main jobs stay.`,
    list: 'Jobs to be removed',
    none: 'None of the selected users has another job in this organisation',
    ok: count => `Remove ${plural(count, 'job')}`,
  },
  sure: {
    type: count => `This affects many users. Enter their number, ${count}, to confirm`,
    countProblem: 'The number is not the same',
  },
  move: {
    title: acts.moveToPlace,
    place: 'Position',
    hint: total => `${plural(total, 'user')} in this organisation`,
    sortNum: 'Change sort number',
    sortHint: 'Sort number in the organisation of the main job, small numbers first; those of others stay as they are.',
  },
  batch: {
    transfer: 'Move main job',
    removeJob: 'Remove other jobs',
    export: 'Export selected',
    oneOrg: `Other jobs are removed in one organisation at a time: first untick “${states.withChildOrgs}”`,
    tooMany: max => `At most ${max} selected users can be exported at once; export by range instead`,
  },
  removal: {
    title: whom => `Delete ${whom}?`,
    content: `They are signed out at once, and their jobs, grants and roles end. They can be recovered in “${things.deletedUsers}”, with their grants and roles if you choose so.`,
  },
  exporting: {
    title: acts.exportUsers,
    chosen: count => `The ${plural(count, 'selected user')}`,
    org: org => `${org} (without sub-organisations)`,
    below: org => `${org} and its sub-organisations, with the current filters`,
    all: 'All users you can see, with the current filters',
    masked: 'Phone numbers and ID card numbers are exported masked.',
  },
}
