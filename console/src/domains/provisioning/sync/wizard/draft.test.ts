import type { SyncConfig, SyncField } from '@hufu/contract/provisioning/sync'
import { expect, test } from 'vitest'
import { bodyOf, draftOf, newDraft } from './draft.ts'
import { completed, pathsOf, sampleOf, valueAt } from '../mapping/sample.ts'

const stored: SyncConfig = {
  id: 's1', name: '人事', direction: 'in', objectType: 'all', type: 'http', appId: null, appName: null, url: 'https://hr.example/users',
  method: 'POST', headers: { Authorization: '******' }, secret: '******',
  mapping: [{ to: 'originUserId', from: 'id' }, { object: 'org', to: 'originOrgId', from: 'code', transform: [{ kind: 'trim' }] }],
  options: { path: 'data', orgUrl: 'https://hr.example/orgs', body: { all: true }, page: { kind: 'page', pageParam: 'p', sizeParam: 's', from: 0, size: 50 }, auth: { kind: 'bearer' } },
  policy: { ...newDraft().policy, onGone: 'ignore', brakeCount: 7 },
  cron: '0 10 3 * * ?', status: 1, lastTime: null, lastResult: null, nextTime: null, lastRunId: null, blockedRunId: null, runningTaskId: null,
  failCount: 0, conflictCount: 0, lastCounts: {}, recent: [], remark: null, inboxKey: '', version: 3, createTime: '', updateTime: '',
} // prettier-ignore

test('X-SYNC-04 a stored task passes through the form unchanged; a hidden value is sent back hidden or empty', () => {
  const body = bodyOf(draftOf(stored), stored)
  expect(body.headers).toEqual({ Authorization: '******' })
  expect(body.secret).toBe('')
  expect(body.options).toEqual(stored.options)
  expect(body.policy).toEqual(stored.policy)
  expect(body.cron).toBe(stored.cron)
  expect(body.mapping).toEqual([{ object: 'user', to: 'originUserId', from: 'id' }, stored.mapping[1]])
})

test('X-SYNC-04 a new header without a value is sent empty, and a header typed anew replaces the stored one', () => {
  const typed = { ...draftOf(stored), headers: [{ name: 'Authorization', value: 'new' }, { name: 'X-Key', value: '' }, { name: '', value: 'lost' }] } // prettier-ignore
  expect(bodyOf(typed, stored).headers).toEqual({ Authorization: 'new', 'X-Key': '' })
})

test('ROUTE-61 lines of an object that is no longer synchronised, and lines without a target, are not sent', () => {
  const lines = [{ object: 'org' as const, to: 'name', from: 'n' }, { object: 'user' as const, to: '', from: 'x' }] // prettier-ignore
  expect(bodyOf({ ...newDraft('user'), mapping: lines }, undefined).mapping).toEqual([])
})

test('ROUTE-61 the paths of a sample are those of its values, through objects and lists', () => {
  const rows = [{ id: '', dept: { name: '总部' }, jobs: [{ org: 'D1' }], tags: ['a', 'b'] }, { id: 7 }]
  expect(pathsOf(rows)).toEqual([
    { path: 'id', example: '7' },
    { path: 'dept.name', example: '总部' },
    { path: 'jobs[0].org', example: 'D1' },
    { path: 'tags', example: '["a","b"]' },
  ])
  for (const { path } of pathsOf(rows)) expect(valueAt(rows[0], path)).toBeDefined()
})

const field = (object: 'org' | 'user', name: string, required = false): SyncField => ({
  field: name, name, required, object, kind: 'text', unique: false, sensitive: false, example: '',
}) // prettier-ignore

test('ROUTE-61 required fields and fields with usual names get a proposed path, each from the sample rows of its own kind', () => {
  const rows = [{ deptId: 'D1', deptName: '总部', parentId: '' }, { uid: '1', login: 'zhang', name: '张三', mobile: '138' }] // prettier-ignore
  expect(sampleOf('user', 'all', rows)).toEqual([rows[1]])
  const fields = [field('org', 'originOrgId', true), field('org', 'name', true), field('user', 'originUserId', true), field('user', 'userName', true), field('user', 'realName', true), field('user', 'phone'), field('user', 'email'), field('user', 'remark')] // prettier-ignore
  const mapping = [{ object: 'user' as const, to: 'realName', from: 'nick' }]
  const lines = completed({ mapping, objectType: 'all', type: 'http' }, fields, rows)
  expect(lines.map(({ object, to, from }) => `${object}.${to}=${from}`)).toEqual([
    'org.originOrgId=deptId', 'org.name=deptName', 'user.realName=nick', 'user.originUserId=uid', 'user.userName=login', 'user.phone=mobile',
  ]) // prettier-ignore
  const phoneOf = (type: 'http' | 'wecom') =>
    completed({ mapping: [], objectType: 'all', type }, fields, rows).find(({ to }) => to === 'phone')?.when
  // WeCom gives newer applications no telephone, so a stored one stays.
  expect([phoneOf('http'), phoneOf('wecom')]).toEqual(['always', 'empty'])
})
