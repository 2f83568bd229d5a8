import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser } from 'playwright-core'
import type { Environment } from 'vitest/runtime'
import { HEADLESS_SHELL, needs } from '../tools/test/needs.ts'

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
] // prettier-ignore

export const launchBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.HUFU_CHROMIUM ?? (needs.headlessShell.there() ? HEADLESS_SHELL : '/usr/bin/chromium'),
    args: [...FLAGS, ...flags],
    // Without a locale the browser would save 手册.txt as __.txt.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })

// Vitest loads the environment and the tests as two copies of this module, so the browser they share is global.
declare global {
  var workerBrowser: Promise<Browser> | undefined
}

/** The browser of this worker, launched again if a test has lost it. */
export async function workerBrowser(): Promise<Browser> {
  const browser = await (globalThis.workerBrowser ??= launchBrowser())
  if (browser.isConnected()) return browser
  return await (globalThis.workerBrowser = launchBrowser())
}

/** Waits until tools/test.ts has built the console: it does so while unit and server tests run. */
async function consoleBuilt(): Promise<void> {
  const { HUFU_CONSOLE_BUILDING: marker = '' } = process.env
  const isBuilding = () => existsSync(marker)
  while (isBuilding()) await sleep(100)
}

/** The environment of the journeys: Node, and a browser that closes when the worker ends. */
export default {
  name: 'worker-browser',
  viteEnvironment: 'ssr',
  setup: async () => {
    await consoleBuilt()
    return { teardown: async () => (await globalThis.workerBrowser)?.close() }
  },
} satisfies Environment
