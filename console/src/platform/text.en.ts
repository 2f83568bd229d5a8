import type { Translated } from './language.ts'
import type { chinese } from './text.ts'

export const general: Translated<typeof chinese> = {
  versionLabel: 'Version',
  please: 'Please',
  alertTitle: 'Notice',
  networkProblem: 'Network error, please try again later',
  requestTimeout: 'The request timed out, please try again later',
  configIncomplete: 'The configuration is incomplete',
  dictionaryUnknown: (type: string) => `Unknown dictionary: ${type}`,
  illegalCharacters: 'Contains characters that are not allowed',
  client: {
    documentTitle: 'Unified Identity',
    title: 'Unified Identity and Access Management',
    productVersion: 'Product version',
  },
}
