import { afterAll, beforeAll, expect, test } from 'vitest'
import { screens } from '@hufu/contract/screens'
import { org } from '@hufu/contract/directory/org'
import { review } from '@hufu/contract/governance/review'
import { menus } from '@hufu/contract/permission/menu'
import { segregatedRoles, separation, type SegregatedRole } from '@hufu/contract/permission/separation'
import type { Subject } from '../server/test/harness.ts'
import { openFixture, quiet, type Fixture } from './browser.ts'

// Under separation of duties every page of reviews, synchronisation and operations belongs to one segregated role and works for it.

let fixture: Fixture
const three = {} as Record<SegregatedRole, { id: string; as: Subject }>
beforeAll(async () => {
  fixture = await openFixture()
  const { given, admin, as } = fixture.server
  for (const segregatedRole of segregatedRoles) {
    const id = await given.user({ realName: { system: '系统员', security: '安全员', audit: '审计员' }[segregatedRole] })
    await admin.call(separation.appoint, { body: { duty: segregatedRole, userIds: [id] } })
    three[segregatedRole] = { id, as: await as(id) }
  }
  for (const segregatedRole of ['system', 'audit'] as const) await three[segregatedRole].as.call(separation.agree, { body: { wish: true } })
})
afterAll(() => fixture?.close())

const EXCLUDED_PATHS = /^\/(?:examine|devops|sync)(?:\/|$)/
const pages = screens.map(({ path }) => path).filter(path => EXCLUDED_PATHS.test(path) && path !== '/devops/workflow/design')
/** The owner of each page, by decision 0015. */
const own: Readonly<Record<SegregatedRole, (path: string) => boolean>> = {
  system: path => path === '/sync/config',
  audit: path => ['/sync/syncLog', '/devops/data-history'].includes(path),
  security: path => /^\/(?:examine|devops)/.test(path) && path !== '/devops/data-history',
}
const pathsOf = (nodes: readonly { menu_uri: string; children: readonly never[] }[]): string[] =>
  nodes.flatMap(node => [node.menu_uri, ...pathsOf(node.children)])

test.for(segregatedRoles)(
  'N-14, decision 0015 every page of the %s administrator opens for them, and none of its calls is refused',
  { timeout: 300_000 },
  async segregatedRole => {
    const heldPages = pathsOf((await three[segregatedRole].as.call(menus.mine)) as never).filter(path => pages.includes(path))
    // The menu entry above a page is granted with it, and leads to the first page below.
    const [entry] = segregatedRole === 'audit' ? heldPages.splice(heldPages.indexOf('/devops'), 1) : []
    expect(heldPages.toSorted()).toEqual(pages.filter(own[segregatedRole]).toSorted())
    expect(pages.length).toBeGreaterThan(15)
    const page = await fixture.visitAs(three[segregatedRole].id, '/404')
    const refused: string[] = []
    page.on('response', async response => {
      if (!response.url().includes('/api/')) return
      const answer = (await response.json().catch(() => undefined)) as { code?: string } | undefined
      if (answer?.code === '4403') refused.push(`${new URL(page.url()).pathname}: ${new URL(response.url()).pathname}`)
    })
    for (const path of heldPages) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await quiet(page)
      expect(new URL(page.url()).pathname).toBe(path)
    }
    if (entry !== undefined) {
      await page.goto(entry)
      await page.waitForURL('**/devops/data-history')
      await quiet(page)
    }
    expect(refused).toEqual([])
  },
)

test('N-14, D-53 the system administrator submits, the security administrator sets up and approves, the audit administrator reads', async () => {
  const { given } = fixture.server
  const id = await given.org({ name: '三员处', code: `SY${given.next()}` })
  const security = await fixture.visitAs(three.security.id, '/examine/examine-set', { width: 1440 })
  await security.getByRole('heading', { name: '机构审核' }).waitFor()
  await three.security.as.call(review.saveSetting, {
    body: { openUserExamine: 0, openOrgExamine: 1, userExaminerIds: [], orgExaminerIds: [three.security.id] },
  })
  const { code } = await three.system.as.call(org.byId, { query: { id } })
  const answer = await three.system.as.call(org.update, { body: { id, name: '三员新处', code } })
  expect(answer).toHaveProperty('examineId')
  await security.goto('/examine/review-org')
  await security.getByRole('button', { name: /三员/ }).click()
  await security.locator('.ant-drawer').getByRole('button', { name: '通过' }).click()
  await expect.poll(async () => (await three.system.as.call(org.byId, { query: { id } })).name).toBe('三员新处')
  const audit = await fixture.visitAs(three.audit.id, `/devops/data-history?recordId=${id}`, { width: 1440 })
  await audit
    .getByRole('button', { name: /^详情.*修改机构 三员新处/ })
    .first()
    .click()
  const drawer = audit.getByRole('dialog')
  await drawer.getByRole('row', { name: '名称 三员处 三员新处' }).waitFor()
  await drawer.getByRole('button', { name: '申请还原' }).waitFor()
})
