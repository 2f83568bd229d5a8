import type { Translated } from '@hufu/contract/language'
import { acts } from '@hufu/contract/text'
import { text as other } from '../other-user-text.ts'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: other.decline,
  about: (name: string) =>
    `Sign in again as “${name}”. What is entered on the page is kept, and what was just asked for goes on by itself.`,
  frame: 'Sign-in',
  signOut: acts.signOut,
  other: {
    title: (present: string) => `“${present}” is signed in in this browser`,
    about: (former: string, present: string) =>
      `This page belongs to “${former}”. Going on as “${present}” opens the home page anew; what is not saved here is lost.`,
    agree: other.agree,
  },
}
