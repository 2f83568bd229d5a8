import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './other-user-text.ts'

export const text: Translated<typeof chinese> = {
  title: (former: string) => `The session of “${former}” has ended`,
  about: (former: string, present: string) =>
    `This page was signed in as “${former}”. In another tab of this browser “${present}” has signed in since. Choose who goes on.`,
  agree: (present: string) => `Go on as “${present}”`,
  decline: 'Sign in again',
}
