import { expect, test } from 'vitest'
import { nameKey, type HistoryField } from '@hufu/contract/audit/audit'
import { grantSentence } from './grant-sentence.ts'

const field = (name: string, after: unknown, objectType: HistoryField['objectType'] = null): HistoryField => ({
  name,
  objectType,
  before: null,
  after,
})
const names = { [nameKey('org', '1')]: '财务部', [nameKey('appRole', 'r')]: '审批员', [nameKey('app', 'a')]: '协同办公' }
const fields = [
  field('subject_type', 'org'),
  field('subject_id', '1', 'org'),
  field('below', true),
  field('app_id', 'a', 'app'),
  field('role_id', 'r', 'appRole'),
  field('group_id', null, 'authGroup'),
]
const grant = { table: 'app_grant', operateType: 'insert', fields } as const

test('a grant is described in one sentence, without the object of the timeline', () => {
  expect(grantSentence(grant, { names, own: { type: 'app', id: 'a' } })).toBe('授权给机构“财务部”（含下级），角色：审批员')
  expect(grantSentence(grant, { names, own: { type: 'appRole', id: 'r' } })).toBe('授权给机构“财务部”（含下级），应用：协同办公')
  const taken = { ...grant, operateType: 'delete' } as const
  expect(grantSentence(taken, { names, own: { type: 'app', id: 'a' } })).toBe('收回机构“财务部”（含下级）的授权，角色：审批员')
})

test('a grant to a user does not mention organisations below', () => {
  const own = [field('subject_type', 'user'), field('subject_id', 'u', 'user'), ...fields.slice(2)]
  const sentence = grantSentence(
    { ...grant, fields: own },
    { names: { ...names, [nameKey('user', 'u')]: '刘爱涵' }, own: { type: 'user', id: 'u' } },
  )
  expect(sentence).toBe('授权给用户“刘爱涵”，应用：协同办公，角色：审批员')
})

test('a changed grant is described by its fields, like other rows', () => {
  expect(grantSentence({ ...grant, operateType: 'update' }, { names, own: { type: 'app', id: 'a' } })).toBeUndefined()
  expect(grantSentence({ ...grant, table: 'users' }, { names, own: { type: 'app', id: 'a' } })).toBeUndefined()
})
