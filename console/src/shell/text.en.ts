import { plural, type Translated } from '@hufu/contract/language'
import { acts, named, states } from '@hufu/contract/text'
import { text as general } from '../platform/text.ts'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  skip: 'Skip to main content',
  brand: (name: string) => `${name}, home page`,
  menu: { label: 'Main menu', collapse: 'Fold the menu', expand: 'Unfold the menu', outside: ' (opens a new window)' },
  crumbs: { label: 'You are here', back: acts.goBack },
  account: {
    ...general.accountPages,
    label: 'User menu',
    password: acts.changePassword,
    lock: acts.lockScreen,
    dropSession: acts.signOut,
  },
  documents: { title: 'Documents', label: 'Documents', download: named.download },
  offline: 'The network is down. You can go on when it is back.',
  palette: { open: 'Find pages, applications, people and organisations', short: acts.find, keys: 'Ctrl K' },
  tasks: {
    title: 'My tasks',
    running: (count: number) => `${plural(count, 'task')} running`,
    waiting: 'Queued',
    progress: (stage: string, percentage: number) => `${stage} ${percentage}%`,
    ends: { FINISH: states.finished, CANCEL: 'Cancelled', ERROR: states.failed },
    finished: (title: string) => `“${title}” has finished, see “My tasks” in the upper right corner`,
    cancel: acts.cancel,
    cancelOf: (title: string) => `Cancel the task ${title}`,
    download: acts.download,
    downloadOf: named.download,
    dropOf: named.detach,
    clear: 'Clear finished tasks',
  },
  theme: { label: 'Appearance', system: 'As the system', light: 'Light', dark: 'Dark', more: 'More appearance…' },
  version: { product: 'Product version' },
  guard: {
    firstEntry: 'You may not open that page and are taken to one that you may',
    refused: 'You are not permitted to open this menu, contact your administrator',
  },
  otherUser: {
    title: (former: string) => `The session of “${former}” has ended`,
    about: (former: string, present: string) =>
      `This page was signed in as “${former}”. In another tab of this browser “${present}” has signed in since. Choose who goes on.`,
    agree: (present: string) => `Go on as “${present}”`,
    decline: 'Sign in again',
  },
  start: { working: 'Signing in…', failed: 'The console could not be opened', leave: acts.signOut },
  fault: {
    title: 'Something went wrong on this page',
    body: 'This page could not be shown. Try again, or go to the home page; if it happens again, give your administrator the error number.',
    number: 'Error number',
    retry: acts.retry,
    home: acts.backToHome,
    oldVersion: 'The system has been updated, reload the page to go on.',
    reload: 'Reload page',
  },
}
