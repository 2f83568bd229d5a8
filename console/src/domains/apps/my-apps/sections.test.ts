import type { AccountApp } from '@hufu/contract/apps/account-apps'
import { expect, test } from 'vitest'
import { sectionsOf } from './sections.ts'

const one = (name: string, group: string, lastTime: string | null = null, remark: string | null = null): AccountApp => ({
  id: name,
  name,
  logo: null,
  appGroupId: group,
  appGroupName: `组${group}`,
  remark,
  startUrl: null,
  lastTime,
  asksJob: 0,
  actingJobId: null,
})
const shown = (apps: AccountApp[], typed = '') => sectionsOf(apps, typed).map(({ name, apps: of }) => [name, of.map(each => each.name)])

test('a few applications are listed by group, the most recently used first', () => {
  const apps = [one('a', '1'), one('b', '1', '2026-11-20 10:00:00'), one('c', '2'), one('d', '1', '2026-11-21 10:00:00')]
  expect(shown(apps)).toEqual([['组1', ['d', 'b', 'a']], ['组2', ['c']]]) // prettier-ignore
})

test('when there are many applications, the five most recently used are repeated above the groups, which keep their order', () => {
  const apps = Array.from({ length: 8 }, (_, n) => one(`a${n}`, n < 4 ? '1' : '2', n === 7 ? null : `2026-11-0${n + 1} 10:00:00`))
  expect(shown(apps)).toEqual([
    [undefined, ['a6', 'a5', 'a4', 'a3', 'a2']],
    ['组1', ['a0', 'a1', 'a2', 'a3']],
    ['组2', ['a4', 'a5', 'a6', 'a7']],
  ])
})

test('a search looks in names and remarks, and groups without hits are left out', () => {
  const apps = [one('OA 公文', '1'), one('邮箱', '2', null, '收发 oa 邮件'), one('档案', '3')]
  expect(shown(apps, ' oa ')).toEqual([['组1', ['OA 公文']], ['组2', ['邮箱']]]) // prettier-ignore
  expect(shown(apps, '没有')).toEqual([])
})
