import { test } from 'vitest'
import { PASSWORD } from '../../server/test/given.ts'
import { checkAccessibility } from '../browser.ts'
import { fillSignIn } from '../sign-in-page.ts'
import { accessStops } from './access.ts'
import { appStops, fillApplications } from './apps.ts'
import { orgStops } from './orgs.ts'
import { peopleStops } from './people.ts'
import { recordStops } from './records.ts'
import { openOnce, tour } from './tour.ts'
import { visitorStops } from './visitors.ts'
import { openWorld } from './world.ts'

const fixture = openOnce(async () => {
  const opened = await openWorld()
  await fillApplications(opened.server)
  return opened
})

for (const stops of [visitorStops, peopleStops, orgStops, accessStops, appStops, recordStops]) tour(fixture, stops)

test('a user who signed in as super administrator can read the page of the calls, in the light and the dark theme', async () => {
  const { given, kernel } = fixture().server
  const id = await given.user({ userName: 'reader' })
  await kernel.db.insertInto('userRole').values({ userId: id, roleId: 'super_admin' }).execute()
  const page = await fixture().visit('/login')
  await fillSignIn(page, 'reader', PASSWORD)
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: '登录' }).waitFor()
  // A link, authenticated by the link cookie (D-18).
  await page.goto('/api/docs')
  await page.locator('summary').first().click()
  await checkAccessibility(page, 'docs')
})
