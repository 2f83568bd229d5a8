import type { LoginData } from '@hufu/contract/sign-in'
import type { ScanWaiting } from '@hufu/contract/scan'
import { CallFault, type Envelope } from '../kernel/wire.ts'

/** How a scan stands: the picture waits, somebody has scanned it, it ended one way or another; over is when its time has run out. */
export type ScanView =
  | { phase: 'starting' }
  | { phase: 'waiting' | 'scanned'; qrUrl: string }
  | { phase: 'entering' }
  | { phase: 'unbound'; bindKey: string }
  | { phase: 'over' }
  | { phase: 'refused'; message: string }

export type Asked = Envelope<LoginData | ScanWaiting | { bindKey: string } | null>

export interface Scanning {
  /** Asks once. Throws CallFault where there was no answer, or one that has been told already. */
  ask: () => Promise<Asked>
  /** False where nobody looks: another tab is in front. */
  isSeen: () => boolean
  pause: (ms: number) => Promise<void>
  now: () => number
  show: (view: ScanView) => void
  signal: AbortSignal
}

/** D-29 */
const POLL_MS = 1500
const LIFE_MS = 120_000

/** Asks until it is decided, at most two minutes; answers what opens the house. A lost answer is asked for again. */
export async function followScan({ ask, isSeen, pause, now, show, signal }: Scanning): Promise<Envelope<LoginData> | undefined> {
  const until = now() + LIFE_MS
  while (!signal.aborted && now() < until) {
    const answer = isSeen() ? await answered(ask) : undefined
    if (signal.aborted) return undefined
    if (answer !== undefined && String(answer.code) !== '10004') return decided(answer, show)
    if (answer) {
      const { state, qrUrl } = answer.data as ScanWaiting
      show({ phase: state === 'SCANNED' ? 'scanned' : 'waiting', qrUrl })
    }
    await pause(POLL_MS)
  }
  if (!signal.aborted) show({ phase: 'over' })
  return undefined
}

/** Undefined: the network was away for a moment. */
async function answered(ask: Scanning['ask']): Promise<Asked | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof CallFault)) throw error
    if (error.kind !== 'refused') return undefined
    return { code: String(error.envelope?.code ?? ''), message: error.told ? '' : error.message, data: null }
  }
}

function decided(answer: Asked, show: Scanning['show']): Envelope<LoginData> | undefined {
  const { code, message, data } = answer
  if (data && 'token' in data) {
    show({ phase: 'entering' })
    return { ...answer, data }
  }
  if (String(code) === '10' && data && 'bindKey' in data) show({ phase: 'unbound', bindKey: data.bindKey })
  else show(String(code) === '10002' ? { phase: 'over' } : { phase: 'refused', message })
  return undefined
}
