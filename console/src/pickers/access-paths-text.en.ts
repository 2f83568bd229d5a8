import type { Translated } from '@hufu/contract/language'
import { fields, states, things } from '@hufu/contract/text'
import type { text as chinese } from './access-paths-text.ts'

export const text: Translated<typeof chinese> = {
  types: {
    user: things.user,
    org: things.org,
    post: fields.post,
    workGroup: things.workGroup,
    label: things.userLabel,
    stripe: things.businessLine,
  },
  nothing:
    'No path: neither the user nor their organisations, posts, work groups, labels or business lines have a grant of this application.',
  paths: 'Paths',
  way: fields.path,
  gives: 'Gives',
  state: fields.status,
  opens: 'Open the application',
  works: 'Works',
  direct: states.grantedDirectly,
  through: (group: string, subject: string) => `Permission group ${group} (${subject})`,
  subject: (type: string, name: string) => `${type}: ${name}`,
  faults: {
    over: states.expired,
    notBegun: 'Not in effect yet',
    accountDisabled: 'Their account in this application is disabled',
    roleDisabled: 'The role is disabled',
    groupDisabled: 'The permission group is disabled',
    appDisabled: 'The application is disabled',
    subjectDisabled: 'What it is granted to is disabled or has expired',
    notBelow: 'Granted to the parent organisation alone, without sub-organisations',
  },
}
