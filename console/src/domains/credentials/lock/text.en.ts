import type { Translated } from '@hufu/contract/language'
import { acts, named, states } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: 'Screen locked',
  about: (name: string) => `“${name}” has locked the screen. Confirm it is you to go on.`,
  unlock: acts.unlock,
  swap: 'Use another account',
  auto: {
    title: 'Lock by itself',
    about: `Locks the screen after a while without activity, in this browser only. You can also press Ctrl Alt L at any time, or choose “${acts.lockScreen}” in the user menu.`,
    off: states.off,
    after: named.minutes,
  },
}
