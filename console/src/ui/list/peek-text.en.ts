import type { Translated } from '@hufu/contract/language'
import { acts } from '@hufu/contract/text'
import type { text as chinese } from './peek-text.ts'

export const text: Translated<typeof chinese> = {
  label: (name: string) => `Peek at ${name}`,
  before: acts.previousOne,
  after: acts.nextOne,
  close: acts.close,
  closeByKey: 'Close (Esc)',
}
