import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { openKernel } from '../../server/src/platform/kernel.ts'
import { readSettings } from '../../server/src/settings.ts'
import { builders } from '../../server/test/given.ts'
import type { TestServer } from '../../server/test/harness.ts'
import { application, basic, Browser, CALLBACK, request } from '../../server/test/oidc.ts'
import { MASTER_KEY, startNode } from './node-process.ts'

const CODE_SECONDS = 60

/**
 * An authorization code of one node used at another whose clock is behind: accepted
 * while it is valid, refused once it has expired by the database's clock.
 */
export async function clockBehind(databaseUrl: string, { behindMs }: { behindMs: number }) {
  const right = await startNode(databaseUrl)
  const wrong = await startNode(databaseUrl, {
    NODE_OPTIONS: `--import=${new URL('clock-off.mjs', import.meta.url).href}`,
    DRILL_CLOCK_MS: String(-behindMs),
  })
  const settings = readSettings({ DATABASE_URL: databaseUrl, HUFU_MASTER_KEY: MASTER_KEY, HUFU_LOG: 'silent' })
  const kernel = await openKernel(settings, { url: databaseUrl }, pino({ level: 'silent' }))
  // The helpers of the protocol tests need only this part of a test server.
  const server = { kernel, given: builders(kernel), address: right.address } as TestServer
  const userId = await server.given.user()
  const app = await application(server, userId)
  const browser = new Browser()
  await browser.signIn(server, userId)
  const redeem = async (waitMs: number) => {
    const { url, verifier } = await request(app.config)
    const back = await browser.follow(server, url)
    await pause(waitMs)
    const form = {
      grant_type: 'authorization_code',
      code: back.url.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    }
    const answer = await fetch(`${wrong.address}/protocols/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: basic(app.clientId),
    })
    return answer.status
  }
  const fresh = await redeem(0)
  const late = await redeem((CODE_SECONDS + 15) * 1000)
  await kernel.close()
  for (const node of [right, wrong]) await node.stop('SIGTERM')
  return { fresh, late }
}
