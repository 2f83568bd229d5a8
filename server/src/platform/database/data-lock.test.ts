import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDataLock } from './data-lock.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hufu-lock-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const lockFile = () => join(folder, 'hufu.lock')

test('a second process is refused every time, with a message that names folder and pid', async () => {
  const { process: holder, pid } = await processHoldingTheLock()
  for (let n = 0; n < 100; n++) {
    await expect(takeDataLock(folder)).rejects.toThrow(`数据目录 ${folder} 正被另一个虎符进程（进程号 ${pid}）使用`)
  }
  holder.kill('SIGKILL')
})

test('a released lock can be taken again', async () => {
  for (let n = 0; n < 3; n++) await (await takeDataLock(folder)).release()
  expect(await readdir(folder)).toEqual([])
})

test('the lock of a holder killed by kill -9 is taken over', async () => {
  const { process: holder } = await processHoldingTheLock()
  const dead = new Promise(done => holder.once('exit', done))
  holder.kill('SIGKILL')
  await dead
  const lock = await takeDataLock(folder)
  expect(await readdir(folder)).toEqual(['hufu.lock'])
  await lock.release()
})

test.runIf(process.platform === 'linux')('a killed holder that is still a zombie counts as dead', async () => {
  const zombieMaker = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const pid = Number(await firstLine(zombieMaker))
  await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')
  await writeFile(lockFile(), JSON.stringify({ pid, born: await startTimeOnLinux(pid), token: 'zombie' }))
  await (await takeDataLock(folder)).release()
  zombieMaker.kill('SIGKILL')
})

test('a pid reused by a younger process does not keep the lock', async () => {
  const lock = await takeDataLock(folder)
  const mine = JSON.parse(await readFile(lockFile(), 'utf8'))
  await lock.release()
  await writeFile(lockFile(), JSON.stringify({ ...mine, born: `${mine.born}0`, token: 'earlier' }))
  await (await takeDataLock(folder)).release()
})

test('of fifty attempts at a dead holder’s lock exactly one succeeds, twenty times', async () => {
  for (let round = 0; round < 20; round++) {
    await writeFile(lockFile(), JSON.stringify({ pid: deadPid(), born: 'long ago', token: `dead-${round}` }))
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => takeDataLock(folder)))
    const winners = results.filter(result => result.status === 'fulfilled')
    expect(winners.length).toBe(1)
    await winners[0]?.value.release()
    expect(await readdir(folder)).toEqual([])
  }
})

test('of eight processes after a dead holder’s lock exactly one gets it', async () => {
  await writeFile(lockFile(), JSON.stringify({ pid: deadPid(), born: 'long ago', token: 'dead' }))
  const rivals = Array.from({ length: 8 }, () => contender())
  const answers = await Promise.all(rivals.map(firstLine))
  expect(answers.filter(answer => answer === 'taken').length).toBe(1)
  expect(answers.filter(answer => answer.includes('正被另一个虎符进程')).length).toBe(7)
  for (const rival of rivals) rival.kill('SIGKILL')
})

test('a successor killed while taking over does not block the next', async () => {
  const dead = { pid: deadPid(), born: 'long ago' }
  await writeFile(lockFile(), JSON.stringify({ ...dead, token: 'first' }))
  await writeFile(`${lockFile()}.first`, JSON.stringify({ ...dead, token: 'second' }))
  const lock = await takeDataLock(folder)
  expect(await readdir(folder)).toEqual(['hufu.lock'])
  await lock.release()
})

test('an empty lock file of a process killed before writing it is taken over', async () => {
  await writeFile(lockFile(), '')
  await utimes(lockFile(), new Date(0), new Date(0))
  await (await takeDataLock(folder)).release()
})

test('a data folder that cannot be created is reported in one message', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(takeDataLock(join(folder, 'file'))).rejects.toThrow(`无法写入数据目录 ${join(folder, 'file')}`)
})

test('a release does not remove the lock of another holder', async () => {
  const lock = await takeDataLock(folder)
  const other = JSON.stringify({ pid: process.pid, born: '', token: 'other' })
  await writeFile(lockFile(), other)
  await lock.release()
  expect(await readFile(lockFile(), 'utf8')).toBe(other)
})

function contender() {
  const script = `
    const { takeDataLock } = await import(${JSON.stringify(new URL('data-lock.ts', import.meta.url).href)})
    console.log(await takeDataLock(${JSON.stringify(folder)}).then(() => 'taken', error => error.message))
    setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}

async function processHoldingTheLock() {
  const holder = contender()
  expect(await firstLine(holder)).toBe('taken')
  return { process: holder, pid: holder.pid ?? 0 }
}

/** The start of the process in the lock's format, computed separately so that a test can write the lock of a zombie. */
async function startTimeOnLinux(pid: number): Promise<string> {
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return `${boot}:${fields[19]}`
}

const firstLine = (child: ChildProcess) =>
  new Promise<string>(done => child.stdout?.once('data', (data: Buffer) => done(data.toString().trim())))

const deadPid = () => spawnSync('true').pid
