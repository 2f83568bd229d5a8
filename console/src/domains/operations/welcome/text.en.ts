import type { Translated } from '@hufu/contract/language'
import { named, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  greeting: (part: string, name: string) => `${part}, ${name}`,
  parts: { night: 'Hello', morning: 'Good morning', noon: 'Hello', afternoon: 'Good afternoon', evening: 'Good evening' },
  date: (date: Date) => date.toLocaleDateString('en-GB', { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }),
  overview: 'Overview',
  tiles: {
    orgCount: { name: 'Organisations', unit: '' },
    userCount: { name: 'Users', unit: '' },
    appCount: { name: 'Applications', unit: '' },
    onlineCount: { name: things.onlineUsers, unit: '' },
    todayLogin: { name: 'Sign-ins today', unit: '' },
    pendingOrg: { name: 'Organisations to review', unit: '' },
    pendingUser: { name: 'Users to review', unit: '' },
  },
  quick: 'Shortcuts',
  documents: 'Downloads',
  download: named.download,
  canEnter: 'Can they sign in?',
}
