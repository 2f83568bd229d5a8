import type { Translated } from '../language.ts'
import type { appText as chinese } from './app-text.ts'

export const appText: Translated<typeof chinese> = {
  claimName: 'The attribute name is not in the right format',
  homeUrl: 'The home address is not in the right format',
}
