import type { Translated } from '@hufu/contract/language'
import { acts, fields, outcomes } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: 'Log',
  description: 'Errors since this browser was opened, kept in memory only, at most 100. They hold nothing about any account.',
  clear: acts.clear,
  copy: 'Copy diagnostics',
  copied: outcomes.copied,
  login: acts.backToSignIn,
  home: acts.backToHome,
  none: 'Nothing to report',
  stack: 'Call stack',
  browser: fields.browser,
}
