import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { serverFlags } from '../../tools/server-flags.mjs'
import { MASTER_KEY } from './node-process.ts'

export interface Refused {
  code: number | null
  /** The printed lines, without the one that says it waits for the database. */
  lines: string[]
  ms: number
}
const WAITING = '暂时无法连接'

/** Starts the program as an administrator would, where the start must fail. */
export async function refusedStart(env: Record<string, string>): Promise<Refused> {
  const surroundings = { ...process.env, HUFU_DATA: tmpdir(), HUFU_MASTER_KEY: MASTER_KEY, HUFU_LOG: 'silent', HUFU_PORT: '0', ...env }
  const begun = performance.now()
  const child = spawn(process.execPath, [...serverFlags, 'server/src/main.ts'], { env: surroundings })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)))
  const code = await new Promise<number | null>(done => child.on('close', done))
  const lines = output.trim().split('\n').filter(line => !line.includes(WAITING)) // prettier-ignore
  return { code, lines, ms: Math.round(performance.now() - begun) }
}

/** Whether it ended with a single line that contains this sentence. */
export const isOnlyLine = ({ code, lines }: Refused, sentence: RegExp): boolean =>
  code === 1 && lines.length === 1 && sentence.test(lines[0]!)
