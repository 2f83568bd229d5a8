import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { foreignWorld, linkToShared, inputOf, keysOf, kindsOf, own, reading, type World } from './foreign-world.ts'
import { startTestServer, type TestServer, type Subject } from './harness.ts'

let server: TestServer
let world: World
/** An organisation below the second administrator's scope, which is 内 alone. */
let below: string
const limited: Record<'deep' | 'flat', Subject[]> = { deep: [], flat: [] }
beforeAll(async () => {
  server = await startTestServer()
  const { given, kernel } = server
  world = await foreignWorld(server)
  below = await given.org({ parentId: world.内 })
  await kernel.db.updateTable('menu').set({ hsaAuthGradeShow: 1 }).execute()
  for (const [kind, deep] of [['deep', 1], ['flat', 0]] as const) {
    const admin = await given.user({ org: world.内 })
    const pages = [...new Set(shippedMenus.filter(node => node.type === 'menu').map(node => node.menuUri))]
    await given.gradeAdmin(admin, world.内, deep, ...pages)
    limited[kind] = [await server.as(admin)]
  } // prettier-ignore
})
afterAll(() => server.close())

/** The answer of every reading call, by name; without a search key, so that lists are complete. */
async function answers(subject: Subject): Promise<Map<string, string>> {
  const counts = new Map<string, string>()
  for (const { name, call } of reading) {
    const keys = [...keysOf(call.query), ...keysOf(call.body)]
    const base = Object.fromEntries(keys.map(key => [key, own(world, name.split('.')[0]!)(key)]))
    const whole = { ...base, searchKey: undefined, name: undefined, code: undefined, beginTime: '2026-01-01', endTime: '2099-01-01' }
    const others = kindsOf(world, call).map(kind => ({ ...whole, ...kind }))
    for (const [n, values] of [whole, { ...whole, orgId: undefined, parentId: undefined }, ...others].entries()) {
      const { envelope } = await subject.send(call, inputOf(call, values))
      const { code, message, data } = envelope
      counts.set(`${name} ${n}`, JSON.stringify({ code, message, data }))
    }
  }
  return counts
}

/** Calls whose answers change on their own; there are none. */
const VOLATILE: readonly string[] = []

/** The two texts around their first difference. */
function differing(a: string, b: string): string {
  const at = [...a].findIndex((character, n) => character !== b[n])
  return `${a.slice(Math.max(0, at - 60), at + 60)} → ${b.slice(Math.max(0, at - 60), at + 60)}`
}

/** The calls whose answers change when something is done in a foreign branch. */
async function changedBy(subject: Subject, act: () => Promise<unknown>): Promise<string[]> {
  const [first, before] = [await answers(subject), await answers(subject)]
  const unstable = [...before].flatMap(([name, text]) => (first.get(name) === text ? [] : [name]))
  expect(unstable).toEqual(VOLATILE)
  await act()
  const after = await answers(subject)
  return [...after].flatMap(([name, text]) =>
    before.get(name) === text || unstable.includes(name) ? [] : [`${name}: ${differing(before.get(name)!, text)}`],
  )
}

/** Creates a foreign user at a new foreign organisation, with rows in every table that a list could show. */
async function grow(parentId: string): Promise<void> {
  const { given } = server
  const orgId = await given.org({ parentId })
  const userId = await given.user({ org: orgId })
  await linkToShared(server, world, userId, orgId)
  await given.gradeAdmin(userId, orgId, 1, '/organiz/index')
  const gone = await given.user({ org: orgId })
  await server.admin.call(user.remove, { body: { ids: [gone] } })
  const empty = await given.org({ parentId })
  await server.admin.call(org.remove, { body: { ids: [empty] } })
}

test('D-34, D-75 no number shown to a limited administrator counts anything outside their organisations', async () => {
  expect(await changedBy(limited.deep[0]!, () => grow(world.外))).toEqual([])
})

test('D-34, D-75 an administrator of an organisation without those below sees no number counting them', async () => {
  expect(await changedBy(limited.flat[0]!, () => grow(below))).toEqual([])
})
