import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { menus } from '@hufu/contract/permission/menu'
import { user } from '@hufu/contract/directory/user'
import { sheet } from '../server/test/sheets.ts'
import { createUser } from './sign-in-page.ts'
import { openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const attack = 'window.broken=1,alert(1)'
/** Forty ways to make a page run text that somebody has entered. */
const payloads = [
  `<script>${attack}</script>`, `<img src=x onerror="${attack}">`, `<svg onload="${attack}">`, `<svg/onload=${attack}>`, `<body onload=${attack}>`,
  `<iframe src="javascript:${attack}"></iframe>`, `<iframe srcdoc="<script>${attack}</script>"></iframe>`, `<a href="javascript:${attack}">x</a>`,
  `<a href="jAvAsCrIpT:${attack}" autofocus>x</a>`, `<input autofocus onfocus="${attack}">`, `<details open ontoggle="${attack}">`,
  `<video><source onerror="${attack}"></video>`, `<audio src=x onerror="${attack}">`, `<object data="javascript:${attack}"></object>`,
  `<embed src="javascript:${attack}">`, `<form action="javascript:${attack}"><button>x</button></form>`, `<math href="javascript:${attack}">x</math>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${attack}">`, `<link rel=import href="javascript:${attack}">`, `<base href="javascript:${attack}//">`,
  `<style>@import 'javascript:${attack}'</style>`, `<div style="background:url(javascript:${attack})">x</div>`, `<marquee onstart="${attack}">x</marquee>`,
  `<select autofocus onfocus="${attack}">`, `<textarea autofocus onfocus="${attack}">`, `<keygen autofocus onfocus="${attack}">`,
  `"><script>${attack}</script>`, `'><img src=x onerror='${attack}'>`, `" onmouseover="${attack}" x="`, `' onfocus='${attack}' autofocus='`,
  `</title><script>${attack}</script>`, `</textarea><script>${attack}</script>`, `--><script>${attack}</script>`, `]]><script>${attack}</script>`,
  `javascript:${attack}`, `data:text/html,<script>${attack}</script>`, `\${${attack}}`, `{{constructor.constructor('${attack}')()}}`,
  `<noscript><p title="</noscript><img src=x onerror=${attack}>">`, `<x onclick="${attack}" tabindex=1 onfocus="${attack}" autofocus>x</x>`,
] // prettier-ignore

let hostileNames: ReturnType<typeof insertHostileNames> | undefined
/** Writes the payloads directly into the rows, as if every check were missing. */
async function insertHostileNames() {
  const { given, kernel } = fixture.server
  const pool = kernel.pool
  const top = await given.org({ name: '受袭处' })
  const people: string[] = []
  for (const [n, text] of payloads.entries()) {
    const org = await given.org({ parentId: top, name: `敌${n}` })
    const person = await given.user({ org: top, others: [org] })
    people.push(person)
    const columns = ['name', 'short_name', 'org_type', 'leader', 'phone', 'address', 'remark']
    await pool.query(`update org set ${columns.map(column => `${column} = $1`).join(', ')}, code = $2 where id = $3`, [
      text,
      `${n}${text}`,
      org,
    ])
    await pool.query('update users set real_name = $1, email = $1, remark = $1, employee_number = $2, origin_user_id = $2, user_name = $2 where id = $3', [text, `${n}${text}`, person]) // prettier-ignore
    await pool.query("insert into menu (id, parent_id, name, menu_uri, menu_icon, type, sort_num) values ($1, 'organiz', $2, $3, $2, 'menu', 99)", [`evil${n}`, `${n}${text}`, n % 2 ? text : `https://example.org/${n}`]) // prettier-ignore
    await pool.query("insert into standing (id, kind, name, code) values ($1, 'rank', $2, $2)", [`evil${n}`, text])
    await pool.query('insert into user_label (id, name, color) values ($1, $2, $2)', [`evil${n}`, text])
    await pool.query("update job set rank_id = $1 where user_id = $2 and job_type = 1", [`evil${n}`, person]) // prettier-ignore
    await pool.query('insert into user_label_member (user_id, label_id) values ($1, $2)', [person, `evil${n}`])
  }
  const fileId = (await pool.query<{ id: string }>("insert into file (id, file_name, file_size, sha256, content_type, purpose, owner_id) values ('evilfile', $1, 0, '', 'text/html', 'upload', '1') returning id", [payloads[0]])).rows[0]!.id // prettier-ignore
  for (const [n, text] of payloads.entries())
    await pool.query('insert into notice (id, title, file_id, create_by) values ($1, $2, $3, $2)', [`evil${n}`, text, fileId])
  await pool.query("update config set config_value = $1 where config_key in ('systemName', 'requestTimeoutMessage')", [payloads.join(' ')])
  await kernel.config.refresh()
  return { top, people }
}

/** Records what must never happen on a page: a dialog, or anything the policy had to stop. */
async function watch(page: Page) {
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(`${page.url()}: ${dialog.message()}`)
    // A dialog is gone once its page closes.
    dialog.dismiss().catch(() => undefined)
  })
  await page.addInitScript(() => {
    const stopped: string[] = []
    Object.assign(globalThis, { stopped })
    // A blocked style runs nothing.
    addEventListener('securitypolicyviolation', event => {
      if (!event.violatedDirective.startsWith('style')) stopped.push(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  const problems = async () => {
    const [broken, stopped] = await page.evaluate(
      () => ['broken' in window, (globalThis as unknown as { stopped: string[] }).stopped] as const,
    )
    return [...dialogs, ...stopped, ...(broken ? ['broken'] : [])]
  }
  return problems
}

test('T1 the watch detects a violation of the policy and a script that runs', async () => {
  const page = await fixture.visit('/changelog.json', { breaksPolicy: true })
  const problems = await watch(page)
  await page.goto('/login')
  await page.locator('h1').waitFor()
  expect(await problems()).toEqual([])
  await expect(page.evaluate(text => (document.body.innerHTML = text), payloads[1]!)).rejects.toThrow('TrustedHTML')
  await expect.poll(problems).toEqual(['require-trusted-types-for trusted-types-sink'])
  const naked = await fixture.visit('/changelog.json')
  const nakedProblems = await watch(naked)
  await naked.goto('about:blank')
  await naked.setContent(payloads[1]!)
  await expect.poll(nakedProblems).toContain('broken')
})

test('T1, T25 forty payloads in every stored text run on no screen, for any user', async () => {
  const { top, people } = await (hostileNames ??= insertHostileNames())
  const page = await fixture.visitAs('1', '/changelog.json')
  const problems = await watch(page)
  const visited: string[] = []
  const look = async (path: string) => {
    await page.goto(path)
    await page.locator('h1, .ant-empty, form').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await problems(), path).toEqual([])
    visited.push(path)
  }
  for (const path of [
    '/wel/index',
    '/log',
    '/404',
    '/organiz/deleted-user',
    '/organiz/deleted-org',
    '/organiz/batch-add-user',
    '/account/changelog',
  ])
    await look(path)
  // A page of a hundred rows shows every payload.
  await look(`/organiz/index?orgId=${top}&size=100`)
  expect(await page.locator('.ant-table-row').count()).toBe(payloads.length)
  await look(`/organiz/org-list?parentId=${top}&size=100`)
  await look('/devops/menu?parentId=organiz&size=100')
  for (const id of [people[1], people[28], people[34]]) {
    await look(`/organiz/detail?id=${id}`)
    await look(`/organiz/detail?id=${id}&tab=jobs`)
    await look(`/organiz/user/${id}`)
  }
  await look(`/organiz/orgDetail?id=${top}`)
  await look(`/organiz/user?orgId=${top}`)
  const links = await page.locator('a[href]').evaluateAll(all => all.map(one => (one as HTMLAnchorElement).href))
  expect(links.length).toBeGreaterThan(payloads.length / 2)
  expect(links.filter(href => !/^https?:/.test(href))).toEqual([])
  expect(visited.length).toBeGreaterThan(20)
  const signInPage = await fixture.visit('/changelog.json')
  const signInProblems = await watch(signInPage)
  await signInPage.goto('/login')
  await signInPage.locator('h1').waitFor()
  await expect.poll(() => signInPage.locator('.brand').innerText()).toContain(payloads[0])
  expect([await problems(), await signInProblems()]).toEqual([[], []])
})

test('T1, T16 a workbook full of payloads is reviewed without running any', async () => {
  const { bytes } = await sheet(['用户名', '姓名', '机构编码'], payloads.map((text, n) => [`cell${n}`, text, n % 2 ? 'ROOT' : text])) // prettier-ignore
  const page = await fixture.visitAs('1', '/organiz/batch-add-user?tab=sheet')
  const problems = await watch(page)
  await page.reload()
  const buffer = Buffer.from(bytes)
  await page
    .locator('input[type=file]')
    .filter({ visible: true })
    .setInputFiles({ name: `${payloads[1]}.xlsx`.replaceAll('/', '∕'), mimeType: '', buffer })
  await page.getByRole('group', { name: '按校验结果筛选' }).getByRole('button', { name: '有误' }).click()
  await page.getByRole('cell', { name: 'cell0', exact: true }).waitFor()
  expect(await problems()).toEqual([])
  expect((await fixture.server.admin.call(user.page, { query: { userName: 'cell' } })).total).toBe(0)
})

test('T1, T25 executable input is refused: no < in a name, no script in an address', async () => {
  for (const text of payloads) {
    const body = { parentId: '0', name: text.slice(0, 50), menu_uri: '/x', type: 'menu' as const, status: 1 as const }
    const named = await fixture.server.admin.send(menus.save, { body })
    if (/[<>]/.test(body.name)) expect(named.envelope.code, text).toBe('10006')
    const aimed = await fixture.server.admin.send(menus.save, { body: { ...body, name: '有名', menu_uri: text } })
    expect(['10006', 'global_prompt'], text).toContain(aimed.envelope.code)
  }
})

test('T1 the page runs only its own scripts, cannot be framed by others, and sends no referrer', async () => {
  for (const path of ['/', '/login', '/organiz/index?layout=pure']) {
    const { headers } = await fetch(fixture.server.address + path)
    const rules = headers.get('content-security-policy')!.split('; ')
    expect(rules).toEqual(expect.arrayContaining(["script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"]))
    expect([headers.get('referrer-policy'), headers.get('x-content-type-options')]).toEqual(['no-referrer', 'nosniff'])
  }
})

const elsewhere = [
  '//evil.example', '/\\evil.example', '\\\\evil.example', 'https:evil.example', 'https://evil.example', 'javascript:alert(1)',
  'JaVaScRiPt:alert(1)', 'data:text/html,x', '/%09/evil.example', '/\t/evil.example', '/\u2028/evil.example', '/.//evil.example',
  '/%2e//evil.example', '//evil.example@hufu', '/app\r\nLocation: https://evil.example', '/jumper?redirect=//evil.example',
] // prettier-ignore

test('T6, bad input 48 no redirect leaves the console, and the token is sent nowhere else', async () => {
  const { id } = await createUser(fixture, '/wel/index')
  const page = await fixture.visitAs(id, '/changelog.json')
  const problems = await watch(page)
  const gone: string[] = []
  page.on(
    'request',
    request => !request.url().startsWith(fixture.server.address) && !request.url().startsWith('data:') && gone.push(request.url()),
  )
  for (const [n, target] of elsewhere.entries()) {
    const query = encodeURIComponent(target)
    await page.goto(n % 2 ? `/?uri=${query}` : `/jumper?redirect=${query}`)
    await page.locator('h1').first().waitFor()
    const { origin, pathname, search } = new URL(page.url())
    expect(origin, target).toBe(fixture.server.address)
    expect(pathname.startsWith('//') || pathname === '/jumper' || /token/.test(search), target).toBe(false)
  }
  expect([gone, await problems()]).toEqual([[], []])
})
