import { allCalls } from '@hufu/contract/calls'
import { expect, test } from 'vitest'
import { calls as signInCalls } from '../../auth/calls.ts'
import { firstCalls } from './prefetch.ts'
import { VIEW_AS } from '@hufu/contract/permission/impersonation'
import { calls } from './plain-calls.ts'
import { VIEW_AS_HEADER } from '../sign-in/impersonated-user.ts'

const contract = Object.values(allCalls).flatMap(noun => Object.values(noun))
const find = (path: string) => contract.find(call => call.path === path)

test.each(Object.entries({ ...calls, ...firstCalls, ...signInCalls }))(
  'rule 4: the plain call %s equals that of the contract',
  (_name, call) => {
    expect(find(call.path)).toMatchObject({ method: call.method, path: call.path, transport: call.transport })
  },
)

test('rule 4: the header of impersonation is that of the contract', () => {
  expect(VIEW_AS_HEADER).toBe(VIEW_AS)
})
