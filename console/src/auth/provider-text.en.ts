import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './provider-text.ts'

export const text: Translated<typeof chinese> = { legend: 'Sign in with your company' }
