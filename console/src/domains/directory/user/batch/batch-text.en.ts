import { plural, type Translated } from '@hufu/contract/language'
import { acts, fields } from '@hufu/contract/text'
import type { text as chinese } from './batch-text.ts'

export const text: Translated<typeof chinese> = {
  title: acts.addUsers,
  description: 'Enter several users of one organisation quickly, or import a table to add and update users and jobs.',
  org: fields.owningOrg,
  orgHint:
    'Everybody below has their main job in this organisation. User names are made from the names and can be changed. The password is the initial one of the system; if none is configured, they can sign in once their passwords have been reset.',
  orgNeeded: 'Choose an organisation first',
  label: 'Users to add',
  columns: {
    realName: fields.realName,
    userName: fields.userName,
    phone: fields.phone,
    idCard: fields.idCard,
    employeeNumber: 'Employee no.',
  },
  generated: 'Generated',
  kinds: {
    insert: acts.addUser,
    update: 'Update users',
    insertUserOrg: 'Add jobs',
    updateUserOrg: 'Update jobs',
  },
  hints: {
    insert: 'Each row adds a user; the organisation code says where their main job is.',
    update: 'The user to update is found by user name; empty cells change nothing.',
    insertUserOrg:
      'Each row adds a job to an existing user, found by user name, in the organisation of the code; choose the job type, main or other, from the list in the template.',
    updateUserOrg: 'The job to update is found by user name and organisation code; empty cells change nothing.',
  },
  passwords: {
    none: 'No initial password is set. Imported users can only sign in once their passwords have been reset.',
    toSetting: 'Set it',
    cannotSignIn: count => `${plural(count, 'user')} without a password cannot sign in`,
    how: `Open the list, select all and click “${acts.resetPassword}”: new passwords can be sent by SMS, or shown and downloaded.`,
    look: count => `Show ${count === 1 ? 'this user' : `these ${count} users`} and set passwords`,
  },
}
