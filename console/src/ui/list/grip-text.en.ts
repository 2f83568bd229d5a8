import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './grip-text.ts'

export const text: Translated<typeof chinese> = {
  grip: (name: string) => `Move ${name}, press Alt+↑ or Alt+↓`,
  hint: 'Drag, or press Alt+↑ or Alt+↓ to change the order',
}
