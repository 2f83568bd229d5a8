import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './impersonation-text.ts'

export const text: Translated<typeof chinese> = {
  viewing: {
    label: 'Viewing as another user',
    says: (name: string) => `Viewing as “${name}”: you can look, but change nothing`,
    end: 'End',
  },
}
