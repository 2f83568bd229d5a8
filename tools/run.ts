import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { constants, cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './source-files.ts'

const running = new Set<ChildProcess>()
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isStopping = true
    for (const child of running) child.kill(signal)
  })

/** Starts a program in the project's folder with this terminal; signals sent to this process are passed on to it. */
export function start(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<number> } {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  running.add(child)
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]))
  }).finally(() => running.delete(child))
  return { child, ended }
}

export const run = (program: string, args: readonly string[], env?: Record<string, string>): Promise<number> =>
  start(program, args, env).ended

/** A tool of node_modules, run by the same Node as this process. */
export const tool = (name: keyof typeof tools, args: readonly string[], env?: Record<string, string>): Promise<number> =>
  run(process.execPath, [toolPath(name), ...args], env)

export interface Captured {
  code: number
  output: string
}

/** The same with its output captured, for programs that run in parallel. */
export async function captured(name: keyof typeof tools, args: readonly string[], env: Record<string, string> = {}): Promise<Captured> {
  const child = spawn(process.execPath, [toolPath(name), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close').finally(() => running.delete(child))) as [number | null]
  return { code: code ?? 1, output }
}

const tools = { oxfmt: 'bin/oxfmt', oxlint: 'bin/oxlint', typescript: 'bin/tsc', vitest: 'vitest.mjs', vite: 'bin/vite.js' }
export const toolPath = (name: keyof typeof tools): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), tools[name])

export interface Stage {
  name: string
  /** The exit code; undefined if the stage was skipped and has said why. */
  run: () => Promise<number | undefined>
}

export interface StageTime {
  name: string
  seconds: number
  /** Of all programs on this machine meanwhile. */
  coreSeconds: number
}

/** Runs the stages in order, until the first failure unless all are wanted, and prints how long each took. */
export async function runStages(stages: readonly Stage[], { all = false } = {}): Promise<{ code: number; times: StageTime[] }> {
  const times: StageTime[] = []
  let failure = 0
  for (const { name, run: work } of stages) {
    console.log(`\n▶ ${name}`)
    const [from, busyBefore] = [performance.now(), busySeconds()]
    const code = await work()
    const seconds = (performance.now() - from) / 1000
    console.log(code === undefined ? `– ${name}：已跳过` : `${code === 0 ? '✓' : '✗'} ${name}：${seconds.toFixed(1)} 秒`)
    if (code !== undefined) times.push({ name, seconds, coreSeconds: busySeconds() - busyBefore })
    failure ||= code ?? 0
    if (isStopping || (failure && !all)) break
  }
  return { code: failure, times }
}

const busySeconds = () => cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000
