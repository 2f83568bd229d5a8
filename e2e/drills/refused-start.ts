import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { serverFlags } from '../../tools/server-flags.mjs'
import { MASTER_KEY } from './node-process.ts'

export interface Refused {
  code: number | null
  /** What was printed, but for the line that it waits for its database. */
  lines: string[]
  ms: number
}
const WAITING = '暂时无法连接'

/** The program as somebody starts it, where the start comes to nothing. */
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

/** Ended with one line, which says this. */
export const isOnlyLine = ({ code, lines }: Refused, sentence: RegExp): boolean =>
  code === 1 && lines.length === 1 && sentence.test(lines[0]!)
