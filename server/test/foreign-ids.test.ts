import type { AnyCall } from '@hufu/contract/call'
import { appUser } from '@hufu/contract/apps/app-user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { foreignWorld, inputOf, keysOf, kindsOf, own, reading, SECRET, type World } from './foreign-world.ts'
import { startTestServer, type TestServer, type Subject } from './harness.ts'
import { sampling } from './sampled.ts'

const sample = sampling(import.meta.filename)
let server: TestServer
let limited: Subject
let ids: World
beforeAll(async () => {
  server = await startTestServer()
  const { given, kernel } = server
  ids = await foreignWorld(server)
  await kernel.db.updateTable('menu').set({ hsaAuthGradeShow: 1 }).execute()
  const admin = await given.user({ org: ids.内 })
  const pages = [...new Set(shippedMenus.filter(node => node.type === 'menu').map(node => node.menuUri))]
  await given.gradeAdmin(admin, ids.内, 1, ...pages)
  limited = await server.as(admin)
})
afterAll(() => server.close())

const TIMES = { beginTime: '2026-01-01', endTime: '2099-01-01' }
const isId = (key: string) => /(^|[a-z])(id|ids|Id|Ids)$/.test(key) && key !== 'uuid'

interface Outcome {
  code: string
  /** The answer without what differs at every call and without the id that was sent. */
  text: string
}
async function ask(call: AnyCall, values: Record<string, unknown>, sent: string): Promise<Outcome> {
  const { envelope } = await limited.send(call, inputOf(call, values))
  const { code, message, data } = envelope
  return { code, text: JSON.stringify({ code, message, data }).replaceAll(sent, '#') }
}

/** The answer around the first foreign text. */
const around = (text: string) => text.slice(Math.max(0, text.indexOf(SECRET) - 80), text.indexOf(SECRET) + 40)

// The log shows administrators what they themselves sent with refused calls, so it is read before any foreign id is sent.
const logFirst = sample
  .of(reading, ({ name }) => name)
  .toSorted((one, two) => Number(two.name === 'operLog.page') - Number(one.name === 'operLog.page'))

const NOBODY = '019aaaaaaaaa7aaa8aaaaaaaaaaaaaaa'

test('D-75 no reading call discloses anything of a foreign branch, whichever id it is given', async () => {
  const wrong: string[] = []
  const secrets = [SECRET, ids.stranger, ids.外, ids.上, ids.gone]
  const silent: string[] = []
  for (const { name, call } of logFirst) {
    const noun = name.split('.')[0]!
    const keys = [...keysOf(call.query), ...keysOf(call.body)]
    const base = Object.fromEntries(keys.map(key => [key, own(ids, noun)(key)]))
    let answers = false
    const tells = ({ text }: Outcome) => secrets.some(secret => text.includes(secret))
    const whole = { ...base, searchKey: undefined, name: undefined, code: undefined, userName: undefined, names: undefined, ...TIMES }
    for (const values of [
      base,
      whole,
      { ...whole, orgId: undefined, parentId: undefined, userId: undefined },
      ...kindsOf(ids, call).map(kind => ({ ...whole, ...kind })),
    ]) {
      // Only a text that was not sent can be disclosed.
      const plain = await ask(call, values, values === base ? SECRET : NOBODY)
      answers ||= plain.code === 'success'
      if (tells(plain)) wrong.push(`${name}: ${around(plain.text)}`)
      if (plain.code === 'service_error') wrong.push(`${name} failed`)
    }
    if (!answers) silent.push(name)
    for (const key of keys.filter(isId))
      for (const foreign of [ids.外, ids.上, ids.旁, ids.stranger, ids.gone]) {
        const many = key.endsWith('s')
        const deep = { searchKey: undefined, hasIncludeChild: keys.includes('hasIncludeChild') || undefined }
        // Once with every filter of the list, and once with the id alone.
        for (const others of [
          { ...base, ...deep },
          { ...whole, ...deep },
        ]) {
          const [there, nowhere] = [
            await ask(call, { ...others, [key]: many ? [foreign] : foreign }, foreign),
            await ask(call, { ...others, [key]: many ? [NOBODY] : NOBODY }, NOBODY),
          ]
          if (tells(there)) wrong.push(`${name} ${key}: ${there.text.slice(0, 300)}`)
          else if (there.text !== nowhere.text)
            wrong.push(`${name} ${key} differs: ${there.text.slice(0, 200)} <> ${nowhere.text.slice(0, 200)}`)
        }
      }
  }
  expect(wrong).toEqual([])
  // Some calls need objects that do not exist and refuse every id; the walk must reach enough of the others.
  expect(silent.length).toBeLessThan(sample.isWhole ? reading.length / 5 : logFirst.length)
})

test('X-APPUSER-01, D-75 filtering the users of an application does not disclose who works in a foreign organisation', async () => {
  const page = (orgId: string) => limited.call(appUser.page, { query: { appId: ids.app, orgId } })
  expect((await page(ids.内)).records.map(row => row.userId)).toContain(ids.insider)
  expect(await page(ids.旁)).toMatchObject({ total: 0, records: [] })
})
