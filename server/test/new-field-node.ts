import { fieldNames } from '@hufu/contract/audit/history-words'
import { reviewText } from '@hufu/contract/governance/review-text'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { openApp } from '../src/app.ts'
import { defineTasks, startBackground } from '../src/background.ts'
import { readState } from '../src/domains/governance/review/change/state.sql.ts'
import { readObjects } from '../src/domains/provisioning/push/push-object.sql.ts'
import type { Connection } from '../src/platform/database/db.ts'
import { openKernel } from '../src/platform/kernel.ts'
import { testSettings } from './settings.ts'

/** A server in a process of its own, whose catalogue has one row more. It is told ids and answers what reviews and pushes know of them. */
const connection = JSON.parse(process.argv[2]!) as Connection
const log = pino({ level: 'silent' })
const kernel = await openKernel(testSettings(), connection, log, { lookMs: 200 })
defineTasks(kernel)
const app = await openApp(kernel, log)
await app.listen({ port: 0, host: '127.0.0.1' })
await startBackground(kernel, log, { isAlone: false })

const say = (told: unknown) => process.stdout.write(`${JSON.stringify(told)}\n`)
const labels: Readonly<Record<string, string>> = reviewText.field.user
say({
  address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
  labels: [labels.nickname, fieldNames.nickname],
})
for await (const id of createInterface({ input: process.stdin })) {
  const [pushed] = await readObjects(kernel.db, { appId: 'none', scope: 'all' }, [{ objectType: 'user', objectId: id }])
  say({ reviewed: (await readState(kernel.db, 'user', id))?.fields, pushed: pushed?.fields })
}
await app.close()
await kernel.close()
