import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeStale, unfinishedName } from './backup/unfinished.ts'

const folder = mkdtempSync(join(tmpdir(), 'hufu-killed-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a backup that is told to end leaves no unfinished file', async () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const path = unfinishedName(join(folder, `${signal}.gz`))
    const script = `import { writeFileSync } from 'node:fs'
      import { removingOnSignal } from ${JSON.stringify(join(import.meta.dirname, 'backup/unfinished.ts'))}
      await removingOnSignal(${JSON.stringify(path)}, () => {
        writeFileSync(${JSON.stringify(path)}, 'half')
        console.log('written')
        return new Promise(done => setTimeout(done, 600_000))
      })`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(existsSync(path)).toBe(true)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
    expect([signal, existsSync(path)]).toEqual([signal, false])
  }
})

test('the next backup removes what a killed one has left in its folder, and nothing else', async () => {
  const long = Date.now() / 1000 - 7200
  const named = (name: string, isOld: boolean) => {
    const path = join(folder, name)
    writeFileSync(path, 'x')
    if (isOld) utimesSync(path, long, long)
    return path
  }
  const [left, growing, whole, foreign] = [
    named('hufu-backup-1.gz.part', true),
    named('hufu-backup-2.gz.part', false),
    named('hufu-backup-3.gz', true),
    named('other.part', true),
  ]
  await removeStale(join(folder, 'hufu-backup-4.gz'))
  expect([left, growing, whole, foreign].map(existsSync)).toEqual([false, true, true, true])
})

test('the systemd unit of the operators’ guide sends the signal to the main process alone', () => {
  const guide = readFileSync(join(import.meta.dirname, '../docs/zh-CN/operator.md'), 'utf8')
  expect(/\[Service\]([^[]*)/.exec(guide)?.[1]).toMatch(/^KillMode=mixed$/m)
})
