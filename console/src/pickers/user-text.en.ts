import { plural, type Translated } from '@hufu/contract/language'
import { acts, named, states } from '@hufu/contract/text'
import type { text as chinese } from './user-text.ts'

export const text: Translated<typeof chinese> = {
  choose: acts.chooseUser,
  search: 'Name, pinyin, account, employee number or phone number',
  anywhere: 'Any organisation',
  inOrg: 'In organisation',
  found: 'Users to choose from',
  total: (total: number) => plural(total, 'user'),
  loading: states.loading,
  nothing: 'No user matches',
  picked: (count: number) => `${count} chosen`,
  nobody: 'No user has been chosen yet',
  byFinding: acts.find,
  byList: 'From a list',
  listed: 'List',
  listedHint: 'One account, employee number or phone number on a line; a column of a sheet can be pasted',
  listedLines: (count: number, max: number) => `${plural(count, 'line')}, at most ${max}`,
  listedFind: 'Add the users listed',
  listedDone: (found: number, missing: number) =>
    missing === 0 ? `${plural(found, 'user')} added` : `${plural(found, 'user')} added; ${plural(missing, 'line')} left could not be found`,
  listedFull: (room: number) => `The list holds more than the ${plural(room, 'user')} that can still be chosen`,
  full: (max: number) => `At most ${plural(max, 'user')}`,
  drop: named.detach,
  clear: acts.clear,
  ok: (count: number) => (count > 0 ? `OK (${count})` : acts.confirm),
}
