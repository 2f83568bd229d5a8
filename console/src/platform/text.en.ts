import type { Translated } from '@hufu/contract/language'
import { things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  versionLabel: 'Version',
  alertTitle: 'Notice',
  networkProblem: 'Network error, please try again later',
  requestTimeout: 'The request timed out, please try again later',
  configIncomplete: 'The configuration is incomplete',
  dictionaryUnknown: (type: string) => `Unknown dictionary: ${type}`,
  illegalCharacters: 'Contains characters that are not allowed',
  justNow: 'just now',
  client: {
    documentTitle: 'Unified Identity',
    title: 'Unified Identity and Access Management',
    productVersion: 'Product version',
  },
  userInfoProblem: 'Verification failed, please sign in again.',
  task: {
    cancelled: 'The task has been cancelled',
    alreadyOver: 'The task has already ended and cannot be cancelled.',
    failed: 'The task failed',
    cancelFailed: 'The task could not be cancelled',
  },
  accountPages: {
    centre: 'My account',
    security: things.securitySettings,
    changelog: 'Release history',
    guide: 'User guide',
    apps: things.myApps,
  },
  dates: {
    separator: 'to',
    today: 'Today',
    yesterday: 'Yesterday',
    lastWeek: 'Last 7 days',
    last30Days: 'Last 30 days',
    last3Months: 'Last 3 months',
    lastHalfYear: 'Last 6 months',
    lastYear: 'Last year',
  },
}
