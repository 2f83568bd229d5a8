import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { holdCheckout } from './one-run.ts'
import { isRunning, removeLeftovers } from './run-folder.ts'

let place: string
const told: string[] = []
beforeAll(() => {
  vi.spyOn(console, 'log').mockImplementation(line => void told.push(String(line)))
  place = mkdtempSync(join(tmpdir(), 'hufu-leftovers-'))
})
afterAll(() => {
  vi.restoreAllMocks()
  rmSync(place, { recursive: true, force: true })
})

/** A process number that no process has any more. */
const endedPid = () => spawnSync(process.execPath, ['-e', '']).pid
const folderOf = (pid: number) => {
  const folder = join(place, `hufu-run-${pid}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'file'), '')
  return folder
}

async function sleeper(options: { cwd?: string; TMPDIR?: string }): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH, ...(options.TMPDIR && { TMPDIR: options.TMPDIR }) }
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => 0, 1000)'], { cwd: options.cwd, env })
  await once(child.stdout, 'data')
  return child
}

test.runIf(process.platform === 'linux')('what a killed run left is ended and removed; what a running one uses stays', async () => {
  const left = folderOf(endedPid())
  const own = folderOf(process.pid)
  const [server, browser, other] = [await sleeper({ cwd: left }), await sleeper({ TMPDIR: left }), await sleeper({ TMPDIR: own })]
  try {
    const exits = [once(server, 'exit'), once(browser, 'exit')]
    expect(removeLeftovers(place)).toEqual([{ folder: left, processes: 2 }])
    await Promise.all(exits)
    expect([existsSync(left), existsSync(own), isRunning(other.pid!)]).toEqual([false, true, true])
  } finally {
    for (const child of [server, browser, other]) child.kill('SIGKILL')
  }
})

test('a second run in the same checkout waits for the first, and does not wait for one that was killed', async () => {
  const lock = join(place, 'lock')
  writeFileSync(lock, String(endedPid()))
  ;(await holdCheckout(lock)).release()
  expect(existsSync(lock)).toBe(false)

  // Another process that runs the tests.
  const holder = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => 0, 1000)', 'tools/test.ts'])
  await once(holder.stdout, 'data')
  writeFileSync(lock, String(holder.pid))
  let hasBegun = false
  const second = holdCheckout(lock).then(held => {
    hasBegun = true
    return held
  })
  await expect.poll(() => told.some(line => line.includes(`进程 ${holder.pid}`))).toBe(true)
  expect(hasBegun).toBe(false)
  holder.kill('SIGKILL')
  ;(await second).release()
})
