import type { LoginData } from '@hufu/contract/sign-in/sign-in'
import type { ScanWaiting } from '@hufu/contract/credentials/scan'
import { CallError, type Envelope } from '../../../platform/transport/wire.ts'

/** The state of a scan: waiting, scanned, ended in one way or another, or over because it expired. */
export type ScanView =
  | { phase: 'starting' }
  | { phase: 'waiting' | 'scanned'; qrUrl: string }
  | { phase: 'entering' }
  | { phase: 'unbound'; bindKey: string }
  | { phase: 'over' }
  | { phase: 'refused'; message: string }

/** The result of a scan: a sign-in, or a binding. */
export type ScanResult = LoginData | { bound: boolean }
export type ScanReply<D extends ScanResult = LoginData> = Envelope<D | ScanWaiting | { bindKey: string } | null>

export interface Scanning<D extends ScanResult = LoginData> {
  /** Polls once. Throws CallError without an answer, or after one that has been shown already. */
  ask: () => Promise<ScanReply<D>>
  /** False while another tab is in front. */
  isSeen: () => boolean
  pause: (ms: number) => Promise<void>
  now: () => number
  show: (view: ScanView) => void
  signal: AbortSignal
}

/** D-29 */
const POLL_MS = 1500
const LIFE_MS = 120_000

/** Polls until it is decided, at most two minutes; returns the result. Lost answers are requested again. */
export async function followScan<D extends ScanResult>({
  ask,
  isSeen,
  pause,
  now,
  show,
  signal,
}: Scanning<D>): Promise<Envelope<D> | undefined> {
  const until = now() + LIFE_MS
  while (!signal.aborted && now() < until) {
    const answer = isSeen() ? await askOnce(ask) : undefined
    if (signal.aborted) return undefined
    if (answer !== undefined && String(answer.code) !== '10004') return finalAnswer(answer, show)
    if (answer) {
      const { state, qrUrl } = answer.data as ScanWaiting
      show({ phase: state === 'SCANNED' ? 'scanned' : 'waiting', qrUrl })
    }
    await pause(POLL_MS)
  }
  if (!signal.aborted) show({ phase: 'over' })
  return undefined
}

/** Undefined if the network failed for a moment. */
async function askOnce<D extends ScanResult>(ask: Scanning<D>['ask']): Promise<ScanReply<D> | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.kind !== 'refused') return undefined
    return { code: String(error.envelope?.code ?? ''), message: error.isShown ? '' : error.message, data: null }
  }
}

function finalAnswer<D extends ScanResult>(answer: ScanReply<D>, show: Scanning['show']): Envelope<D> | undefined {
  const { code, message, data } = answer
  if (data && ('token' in data || 'bound' in data)) {
    show({ phase: 'entering' })
    return { ...answer, data: data as D }
  }
  if (String(code) === '10' && data && 'bindKey' in data) show({ phase: 'unbound', bindKey: data.bindKey })
  else show(String(code) === '10002' ? { phase: 'over' } : { phase: 'refused', message })
  return undefined
}

/** Ends after the time, when the scan is cancelled, or when the user returns to this tab. */
export function waitOrTabReturn(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    const end = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onReturn)
      signal.removeEventListener('abort', end)
      done()
    }
    const onReturn = () => document.visibilityState === 'visible' && end()
    const timer = setTimeout(end, ms)
    document.addEventListener('visibilitychange', onReturn)
    signal.addEventListener('abort', end)
  })
}
