import { plural, type Translated } from '@hufu/contract/language'
import { acts, faults, states } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  org: {
    tree: 'Organisations',
    find: 'Find by name, code or pinyin',
    findNothing: 'No organisation matches',
    disabled: states.disabled,
    named: (name: string, people: number, isDisabled: boolean) =>
      `${name}, ${isDisabled ? 'disabled, ' : ''}${plural(people, 'person', 'people')}`,
    loading: 'Loading',
    levelFailed: 'Could not be loaded, click to try again',
    tools: (name: string) => `Actions of ${name}`,
    none: 'No organisation to show',
    noneHint: 'There is no organisation you manage, contact your administrator.',
    choose: faults.orgNotChosen,
    chooseTitle: acts.chooseOrg,
    clear: acts.clear,
    chosen: (path: string) => `Chosen: ${path}`,
    notChosen: 'None chosen',
    gone: 'The organisation does not exist or is not one you manage',
  },
  avatar: { choose: 'Change picture', remove: acts.detach, hint: 'PNG or JPG, at most 5 MB' },
}
