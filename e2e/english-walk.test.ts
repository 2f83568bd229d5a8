import { afterAll, beforeAll, test } from 'vitest'
import { expectAccessible, quiet, type Fixture } from './browser.ts'
import { expectEnglish, noteAnswers } from './english.ts'
import { everyAddress } from './screens/addresses.ts'
import { openWorld } from './screens/world.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openWorld()
})
afterAll(() => fixture.close())

/** Pages whose content the server sends in Chinese, and pages that redirect at once. */
const left = new Set(['/jumper', '/account/settings', '/account/changelog'])

test('rule 10: no screen of the English console shows a Chinese character that is not data, and all of them are accessible', async () => {
  const page = await fixture.visitAs('1', '/config.json', { width: 1440 })
  await page.evaluate(() => void (document.cookie = 'hufu-language=en; path=/'))
  noteAnswers(page)
  const problems: string[] = []
  for (const { screen, address } of everyAddress().filter(one => !left.has(one.screen))) {
    await page.goto(address)
    await page.locator('main').first().waitFor()
    const note = (error: Error & { actual: unknown }) => problems.push(`${screen}: ${JSON.stringify(error.actual) ?? error.message}`)
    await expectEnglish(page).catch(note)
    await quiet(page)
    await expectAccessible(page).catch(note)
  }
  if (problems.length > 0) throw new Error(problems.join('\n\n'))
}, 300_000)
