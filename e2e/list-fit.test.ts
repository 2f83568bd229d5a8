import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { screens } from '@hufu/contract/screens'
import { seedSample } from '../tools/seed/sample.ts'
import { openFixture, picture, quiet, type Fixture } from './browser.ts'
import { everyAddress } from './screens/addresses.ts'
import { ids } from './screens/world.ts'

// Every list at two usual widths of a window, with the sample data and with names longer than any column.

const FIRST_ROW = 280
const ROWS = 16
/** Lists whose first row may start lower: at most how low, and why. */
const LOWER: Readonly<Record<string, readonly [most: number, why: string]>> = {
  '/organiz/orgDetail': [640, 'what the organisation is stands above those below it'],
  '/organiz/grade-admin': [320, 'the organisation and what is inherited stand above the delegations'],
  '/organiz/stripe': [310, 'the tabs of the business line stand above its organisations'],
  '/sync/syncLog': [300, 'why objects failed stands above them'],
  '/devops/decrypt': [800, 'where decryption was used stands below the form that decrypts'],
}
/** Main lists whose rows may be more than one line high, and why. */
const TALLER: Readonly<Record<string, string>> = {
  '/examine/review-org': 'what would change stands in the row',
  '/examine/review-user': 'what would change stands in the row',
  '/sync/config': 'a task tells its source, its plan and its last run',
  '/system/gradeAdmins': 'whom and what a delegation reaches stands below its holder',
  '/devops/quartz': 'what a job does and when it runs is told in words below its name',
}

/** Screens on which a part is empty with the sample data, and why. */
const EMPTY: Readonly<Record<string, string>> = {
  '/unauth': 'it says that the user has no rights',
  '/log': 'it leads to one of the logs',
  '/404': 'it says that nothing is there',
  '/organiz/orgDetail': 'the organisation is maintained here and has no source',
  '/jumper': 'it leads on to an application, which it has not been told',
}

const LONG = '国家税务总局某某经济技术开发区税务局第一税务分局'
let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_ALLOW_PRIVATE_PUSH: '1' } })
  const { server } = fixture
  const { db } = server.kernel
  await seedSample(server, { people: 60, logins: 200, from: 1 }, (_, work) => work())
  await fillIds()
  await db
    .updateTable('users')
    .set({ realName: LONG, email: `${'a'.repeat(60)}@example.org` })
    .where('id', '=', ids.person)
    .execute()
  await db
    .updateTable('org')
    .set({ name: LONG.repeat(2) })
    .where('id', '=', ids.org)
    .execute()
  await db.updateTable('app').set({ name: LONG }).where('id', '=', ids.app).execute()
}, 240_000)
afterAll(() => fixture?.close())

/** Chooses the record of each kind that has most to show. */
async function fillIds() {
  const { rows } = await sql<Partial<typeof ids>>`select
    (select app_id from app_role group by app_id order by count(*) desc limit 1) as app,
    (select o.id from org o join grade_admin g on g.org_id = o.id and g.status = 1 where exists (select from org below where below.parent_id = o.id) limit 1) as org,
    (select id from stripe order by create_time limit 1) as line,
    (select id from auth_group order by create_time limit 1) as "authGroup",
    (select id from workflow order by create_time limit 1) as workflow,
    (select role_id from role_menu group by role_id order by count(*) desc limit 1) as role`.execute(fixture.server.kernel.db)
  Object.assign(ids, rows[0])
  const of = await sql<Partial<typeof ids>>`select
    (select id from app_role where app_id = ${ids.app} order by id limit 1) as "appRole",
    (select user_id from user_label_member group by user_id order by count(*) desc, user_id limit 1) as person`.execute(
    fixture.server.kernel.db,
  )
  Object.assign(ids, of.rows[0])
}

interface Measured {
  problems: string[]
  top: number | undefined
  /** How many rows like the first fit into the window. */
  rows: number | undefined
  isEmpty: boolean
}
/** What does not fit in a list: its table, its texts, how low its first row is, and for how many rows there is room. */
const measured = (page: Page): Promise<Measured> =>
  page.evaluate(() => {
    const tables = [...document.querySelectorAll<HTMLElement>('main .table')].filter(table => table.checkVisibility())
    const problems: string[] = []
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
    /** Whether a text is cut without an ellipsis of its own. */
    const isCut = (words: Text, cell: Element): boolean => {
      const range = document.createRange()
      range.selectNodeContents(words)
      const right = Math.max(...[...range.getClientRects()].map(rect => rect.right))
      let isInline = true
      for (let part = words.parentElement!; ; part = part.parentElement!) {
        const box = part.getBoundingClientRect()
        const inner = box.right - (part === cell ? parseFloat(getComputedStyle(part).paddingRight) : 0)
        const hasEnd = clips(part) && getComputedStyle(part).textOverflow === 'ellipsis' && isInline
        if (hasEnd) return false
        if ((clips(part) || part === cell) && right > inner + 1) return true
        if (part === cell) return false
        isInline &&= getComputedStyle(part).display === 'inline' || getComputedStyle(part).display === 'contents'
      }
    }
    /** Whether a state is cut; it is one word and must be readable whole. */
    const isStateCut = (words: Text, cell: Element): boolean => {
      const range = document.createRange()
      range.selectNodeContents(words)
      return words.parentElement!.classList.contains('status') && range.getBoundingClientRect().right > cell.getBoundingClientRect().right
    }
    for (const table of tables) {
      const place = table.querySelector('.ant-table-content')
      if (!place) continue
      const by = place.scrollWidth - place.clientWidth
      if (by > 1) problems.push(`the table is ${by} px too wide`)
      for (const cell of table.querySelectorAll('thead th, tbody tr.ant-table-row > td')) {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        for (let words = walker.nextNode() as Text | null; words; words = walker.nextNode() as Text | null)
          if (words.data.trim() !== '' && words.parentElement!.checkVisibility() && (isCut(words, cell) || isStateCut(words, cell)))
            problems.push(`cut: ${words.data.slice(0, 30)}`)
      }
    }
    const row = tables[0]?.querySelector('tbody tr.ant-table-row')
    // The warning about this test's switches is above everything.
    const warning = document.querySelector('.danger-bar')?.getBoundingClientRect().height ?? 0
    const top = row ? row.getBoundingClientRect().top - warning + scrollY : undefined
    const heights = [...(tables[0]?.querySelectorAll('tbody tr.ant-table-row') ?? [])].map(one => one.getBoundingClientRect().height)
    const height = heights.toSorted((one, other) => one - other)[Math.floor(heights.length / 2)]
    const empty = document.querySelector('main .empty-state, main .ant-table-placeholder, main .ant-empty')
    return {
      isEmpty: empty?.checkVisibility() ?? false,
      problems: [...new Set(problems)],
      top: top === undefined ? undefined : Math.round(top),
      rows: top === undefined || height === undefined ? undefined : Math.floor((innerHeight - top) / height),
    }
  })

for (const language of ['zh', 'en'])
  test(
    `no list of the sample is empty or too wide, no word is cut in mid-glyph, and the first row is high up, in ${language}`,
    { timeout: 400_000 },
    async () => {
      const page = await fixture.visitAs('1', '/config.json', { width: 1440 })
      if (language === 'en') await page.evaluate(() => void (document.cookie = 'hufu-language=en; path=/'))
      const problems: Record<string, string[]> = {}
      const empty = new Set<string>()
      for (const { screen, address } of everyAddress()) {
        await page.goto(address)
        await page.locator('main, h1').first().waitFor()
        for (const width of [1440, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          await quiet(page)
          // The columns adapt to the window with a short delay.
          await expect
            .poll(async () => (await measured(page)).problems)
            .toEqual([])
            .catch(() => undefined)
          const found = await measured(page)
          if (found.isEmpty) empty.add(screen)
          if (found.top === undefined && found.problems.length === 0) continue
          await picture(page, `fit-${language}-${width}${screen.replaceAll(/[/:]/g, '-')}`)
          const [most] = LOWER[screen] ?? [FIRST_ROW]
          if (language === 'zh' && found.top !== undefined && found.top > most) found.problems.push(`the first row stands at ${found.top}`)
          const isMain = screens.some(one => one.path === screen && one.type === 'menu') && !(screen in LOWER) && !(screen in TALLER)
          if (language === 'zh' && width === 1440 && isMain && found.rows !== undefined && found.rows < ROWS)
            found.problems.push(`room for ${found.rows} rows, the first at ${found.top}`)
          if (found.problems.length > 0) problems[`${screen} ${width}`] = found.problems.slice(0, 12)
        }
      }
      expect(problems).toEqual({})
      expect([...empty].filter(screen => !(screen in EMPTY))).toEqual([])
    },
  )

const warningOf = async (page: Page) => (await page.locator('.danger-bar').boundingBox())?.height ?? 0

test('the tree beside a list reaches to the bottom of the window and never makes the page longer', async () => {
  const page = await fixture.visitAs('1', '/organiz/index', { width: 1440 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('tbody tr.ant-table-row').first().waitFor()
  await quiet(page)
  const warning = await warningOf(page)
  const room = (await page.locator('.split-room').boundingBox())!
  expect(room.y + room.height - warning).toBeGreaterThan(870)
  expect(room.y + room.height - warning).toBeLessThanOrEqual(900)
  await page.goto('/organiz/index?searchKey=查无此人')
  await page.getByText('没有符合条件的数据').waitFor()
  await quiet(page)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(warning)
})

test('the tree beside a list makes room when the window gets narrower, unless its width was chosen', async () => {
  const page = await fixture.visitAs('1', '/organiz/index', { width: 1440 })
  const bar = page.getByRole('separator')
  const widthOf = () => bar.getAttribute('aria-valuenow')
  await expect.poll(widthOf).toBe('248')
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(widthOf).toBe('200')
  await bar.press('ArrowRight')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(widthOf).toBe('216')
})

test('the details of a work group do not overlap the tabs below', async () => {
  const page = await fixture.visitAs('1', '/organiz/work-group', { width: 1280 })
  await page.locator('.group-head ~ .tabs').waitFor()
  await quiet(page)
  const facts = (await page.locator('.group-head + .facts').boundingBox())!
  const tabs = (await page.locator('.group-head ~ .tabs > .tab-list').boundingBox())!
  expect(tabs.y).toBeGreaterThanOrEqual(facts.y + facts.height)
})
