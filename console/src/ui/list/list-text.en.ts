import type { Translated } from '@hufu/contract/language'
import { acts, states } from '@hufu/contract/text'
import type { text as chinese } from './list-text.ts'

export const text: Translated<typeof chinese> = {
  any: states.all,
  enabled: states.enabled,
  disabled: states.disabled,
  enable: acts.enable,
  disable: acts.disable,
  remove: acts.remove,
}
