import type { Translated } from '@hufu/contract/language'
import { acts } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: 'No permissions yet',
  body: 'You have no permission for any menu, contact your administrator',
  granted: 'You have permissions',
  grantedBody: 'You have permission for menus and can go back to the home page',
  login: acts.backToSignIn,
  home: acts.backToHome,
  account: (name: string) => `Account: ${name}`,
  again: 'Reload permissions',
  still: 'You still have no permission for any menu',
}
