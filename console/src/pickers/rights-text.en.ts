import type { Translated } from '@hufu/contract/language'
import { acts, states, things } from '@hufu/contract/text'
import type { text as chinese } from './rights-text.ts'

export const text: Translated<typeof chinese> = {
  nodes: {
    menu: {
      tree: 'Menus and buttons',
      leaves: (name: string) => `Buttons of ${name}`,
      linked: 'Ticking a menu ticks its buttons',
      nothing: 'No menu matches',
    },
    app: {
      tree: things.appsAndRoles,
      leaves: (name: string) => `Roles of ${name}`,
      linked: 'Ticking an application ticks its roles',
      nothing: 'No application matches',
    },
    api: {
      tree: 'APIs that may be opened',
      leaves: (name: string) => name,
      linked: '',
      nothing: 'No API matches',
    },
  },
  form: {
    save: acts.save,
    reset: 'Undo changes',
    staleText: 'Reload before you go on; what you have not saved will be lost.',
    reload: 'Reload',
  },
  rights: {
    search: acts.findByName,
    onlyChosen: 'Ticked only',
    onlyChanged: 'Changes only',
    openAll: 'Unfold all',
    closeAll: 'Fold all',
    open: (name: string) => `Unfold ${name}`,
    close: (name: string) => `Fold ${name}`,
    count: (chosen: number, all: number) => `${chosen} / ${all}`,
    disabled: states.disabled,
    notHeld: 'You do not hold this permission and can neither grant nor revoke it',
    gain: 'Added',
    lose: 'Removed',
    summary: 'Changes',
    listed: 'What is gained and lost',
    unchanged: 'No changes yet',
    gained: (count: number) => `${count} added`,
    lost: (count: number) => `${count} removed`,
  },
}
