import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './swap-text.ts'

export const text: Translated<typeof chinese> = {
  title: (wanted: string) => `Sign in as “${wanted}”?`,
  about: (present: string, wanted: string) =>
    `You are signed in as “${present}”. The link you opened would switch to the account of “${wanted}”. If you did not ask for this, stay as you are.`,
  yes: 'Switch',
  no: 'Stay signed in',
}
