import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './warnings-text.ts'

export const text: Translated<typeof chinese> = {
  label: 'System warning',
  testSwitches: (names: readonly string[]) =>
    `Test switches are on (${names.join(', ')}): anybody can sign in as somebody else. Never use this in production.`,
  storage: {
    low: 'Less than 1 GB of storage is left on the server, please make room soon',
    full: 'The server is out of storage and cannot save anything, please make room now',
  },
}
