import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { foreignWorld, linkToShared, inputOf, keysOf, kindsOf, own, reading, type World } from './foreign-world.ts'
import { startTestServer, type TestServer, type Subject } from './harness.ts'

let server: TestServer
let world: World
/** Where the second administrator's reach ends: theirs is 内 alone, without what lies below. */
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

/** What every reading call answers, by its name; nothing is searched for, so that lists are whole. */
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

/** Times pass and random ids are drawn without anybody's doing. */
const VOLATILE: readonly string[] = []

/** From where two texts differ. */
function differing(a: string, b: string): string {
  const at = [...a].findIndex((character, n) => character !== b[n])
  return `${a.slice(Math.max(0, at - 60), at + 60)} → ${b.slice(Math.max(0, at - 60), at + 60)}`
}

/** The answers that are others after something foreign came to be. */
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

/** A new person at a new organisation there, with rows in everything a list could tell. */
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

test(
  'D-34, D-75 no number told to a limited administrator counts what lies outside their organisations',
  { timeout: 120_000 },
  async () => {
    expect(await changedBy(limited.deep[0]!, () => grow(world.外))).toEqual([])
  },
)

test('D-34, D-75 who administers an organisation without those below is told no number of those below', { timeout: 120_000 }, async () => {
  expect(await changedBy(limited.flat[0]!, () => grow(below))).toEqual([])
})
