import type { Translated } from '../language.ts'
import type { text as chinese } from './identity-provider-text.ts'

export const text: Translated<typeof chinese> = {
  clientId: 'Client ID',
  claimProblem: 'The name of a claim must not be empty and has no spaces',
  scopesProblem: 'Scopes are separated by spaces',
  codeProblem: 'A code consists of small letters, digits and hyphens, and begins with a letter or a digit',
  domainProblem: 'This is not a mail domain, such as example.com',
  factorClassProblem: 'A class must not be empty and has no spaces or quotes',
}
