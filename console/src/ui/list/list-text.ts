import { acts, states } from '@hufu/contract/text'

export const text = {
  any: states.all,
  enabled: states.enabled,
  disabled: states.disabled,
  enable: acts.enable,
  disable: acts.disable,
  remove: acts.remove,
} as const
