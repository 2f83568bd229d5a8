import { ERROR_MS, REQUEST_TIMEOUT, UPLOAD_TIMEOUT } from './constants.ts'
import { recordError } from './error-log.ts'
import { interceptResponse, isSessionOver, notifier } from './transport/intercept-response.ts'
import { language } from './language.ts'
import { askSignInAgain } from './sign-in/sign-in-again.ts'
import { askProof, STEP_UP_NEEDED } from './sign-in/step-up.ts'
import { shippedNames } from './names/shipped-names.ts'
import { text } from './text.ts'
import { VIEW_AS_HEADER, impersonatedUser } from './sign-in/impersonated-user.ts'
import { CallError, type AnySendable, type Envelope, type GivenQuery, type Sendable } from './transport/wire.ts'

export { interceptResponse, notifier, setNotifier, type Notifier, type ToastKind, type Undo } from './transport/intercept-response.ts'
export {
  CallError,
  isSubmitted,
  ok,
  outcomeOf,
  type Answered,
  type AnySendable,
  type Envelope,
  type GivenQuery,
  type Sendable,
} from './transport/wire.ts'

const BASE = '/api'

export interface Sending<Q = unknown, B = unknown> {
  query?: GivenQuery<Q> | undefined
  body?: B | undefined
  /** The part `file` of an upload; the other parts are the body. */
  file?: Blob | undefined
  signal?: AbortSignal | undefined
  /** Replaces the session's token. */
  token?: string | undefined
  /** Replaces the configured timeout. */
  timeoutMs?: number | undefined
  /** The reply of a prefetched call (platform/transport/prefetch.ts); only handled here. */
  answer?: Promise<Envelope> | undefined
  /** The caller shows refusals itself. */
  quietly?: boolean | undefined
}

let tokenOf = () => ''
let timeoutMs = REQUEST_TIMEOUT
let timeoutMessage: string = text.requestTimeout

/** The session passes its token, so that this file need not import it. */
export function setTokenSource(source: () => string): void {
  tokenOf = source
}
/** O-56: 30 s until the server's configuration is loaded. */
export function setTimeoutMs(ms: number, message: string = text.requestTimeout): void {
  timeoutMs = ms > 0 ? ms : REQUEST_TIMEOUT
  timeoutMessage = message && message !== shippedNames.requestTimeout ? message : text.requestTimeout
}

/** Sends a call and handles the reply; when it rejects, the problem has been shown to the user. */
export async function send<Q, B, R>(call: Sendable<Q, B, R>, sending: Sending<NoInfer<Q>, NoInfer<B>> = {}): Promise<Envelope<R>> {
  try {
    const answer = (await withStepUp(call, await withRenewal(call, sending), sending)) as Envelope<R>
    return interceptResponse(answer, sending.quietly ? quiet : notifier)
  } catch (error) {
    if (error instanceof CallError) throw reportFailure(call, error)
    throw error
  }
}

/** If the server requires a step-up, asks the user and sends the call once more; declining shows no further message. */
async function withStepUp(call: AnySendable, answer: Envelope, sending: Sending): Promise<Envelope> {
  if (answer.code !== STEP_UP_NEEDED) return answer
  if (await askProof()) return withRenewal(call, { ...sending, answer: undefined })
  throw new CallError(answer.message, { envelope: answer, isShown: true })
}

/** If the session has ended, the user signs in again over the page, and the call is sent once more. */
async function withRenewal(call: AnySendable, sending: Sending): Promise<Envelope> {
  const token = tokenOf()
  const answer = await (sending.answer ?? transmit(call, sending))
  return (await hasNewSession(answer, token)) ? withRenewal(call, { ...sending, answer: undefined }) : answer
}

/** Whether the reply says that the session of `token` has ended, and there is a new one now. */
async function hasNewSession(answer: Envelope, token: string): Promise<boolean> {
  const now = tokenOf()
  if (!isSessionOver(answer) || !token || !now) return false
  return token !== now || askSignInAgain(answer.message)
}

/** The bare exchange, including a step-up where the server requires one. */
export const transmitWithStepUp = async (call: AnySendable, sending: Sending = {}): Promise<Envelope> =>
  withStepUp(call, await withRenewal(call, sending), sending)

/** Ended sessions are handled even if everything else is quiet. */
const quiet = { ...notifier, alert: () => undefined, toast: () => undefined }

/** The bare exchange: no alert, no toast, no sign-out. */
export async function transmit(call: AnySendable, sending: Sending = {}): Promise<Envelope> {
  const response = await exchange(call, sending)
  const answer = await jsonOf(response, sending)
  if (!isEnvelope(answer)) throw new CallError(text.networkProblem, { kind: 'network' })
  return answer
}

/** Undefined for invalid JSON; an aborted call is not a network failure. */
const jsonOf = async (response: Response, { signal }: Sending): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    if (signal?.aborted) throw error
    return undefined
  })

/** The file of a download call, with the server's file name. */
export async function fetchFile<Q>(call: Sendable<Q>, sending: Sending<NoInfer<Q>> = {}): Promise<{ blob: Blob; fileName: string }> {
  const token = tokenOf()
  try {
    const response = await exchange(call, { timeoutMs: UPLOAD_TIMEOUT, ...sending } as Sending)
    if (response.ok) return { blob: await response.blob(), fileName: fileNameIn(response.headers.get('content-disposition')) }
    const answer = await jsonOf(response, sending as Sending)
    if (!isEnvelope(answer)) throw new CallError(text.networkProblem, { kind: 'network' })
    if (await hasNewSession(answer, token)) return await fetchFile(call, sending)
    interceptResponse(answer)
    throw new CallError(answer.message, { envelope: answer, isShown: answer.status === false })
  } catch (error) {
    if (error instanceof CallError) throw reportFailure(call, error)
    throw error
  }
}

/** Downloads a file of the server. */
export async function download<Q>(call: Sendable<Q>, sending: Sending<NoInfer<Q>> = {}): Promise<void> {
  const { blob, fileName } = await fetchFile(call, sending)
  save(blob, fileName)
}

/** Downloads a file made in the browser. */
export function save(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = fileName
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The address of a call for an <img> or a link; authenticated by the link cookie. */
export function addressOf<Q>(call: Sendable<Q>, query?: GivenQuery<NoInfer<Q>>): string {
  const search = searchOf(query)
  return `${BASE}${call.path}${search && `?${search}`}`
}

async function exchange(call: AnySendable, sending: Sending): Promise<Response> {
  const timer = new AbortController()
  const limit = sending.timeoutMs ?? (call.transport === 'upload' ? UPLOAD_TIMEOUT : timeoutMs)
  const handle = setTimeout(() => timer.abort(), limit)
  const signal = sending.signal ? AbortSignal.any([sending.signal, timer.signal]) : timer.signal
  try {
    const { body, contentType } = bodyOf(call, sending)
    const token = sending.token ?? tokenOf()
    const impersonated = impersonatedUser()
    const headers = {
      'Accept-Language': language,
      'Cache-Control': 'no-cache',
      Pragma: 'no-cache',
      ...(token && { token }),
      ...(impersonated && { [VIEW_AS_HEADER]: impersonated.id }),
      ...contentType,
    }
    return await fetch(addressOf(call as Sendable, sending.query), { method: call.method, headers, credentials: 'include', signal, body })
  } catch (error) {
    if (timer.signal.aborted) throw new CallError(timeoutMessage, { kind: 'timeout' })
    if (sending.signal?.aborted) throw error
    throw new CallError(text.networkProblem, { kind: 'network' })
  } finally {
    clearTimeout(handle)
  }
}

function bodyOf(call: AnySendable, { body, file }: Sending): { body?: BodyInit; contentType?: Record<string, string> } {
  if (call.transport === 'upload') return { body: formOf(body, file) }
  const contentType = { 'Content-Type': 'application/json' }
  if (call.method === 'GET') return { contentType }
  return { contentType, body: JSON.stringify(body ?? {}) }
}

function formOf(parts: unknown, file: Blob | undefined): FormData {
  const form = new FormData()
  // Other parts first: the server reads them before the file streams in.
  for (const [name, value] of Object.entries(parts ?? {})) if (value !== undefined && value !== null) form.append(name, asText(value))
  if (file) form.append('file', file)
  return form
}

/** Lists are comma-separated (D-07), objects JSON (D-08); empty values are left out. */
function searchOf(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue
    search.append(name, asText(value))
  }
  return search.toString()
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isEnvelope(answer: unknown): answer is Envelope {
  return typeof answer === 'object' && answer !== null && 'code' in answer && ['string', 'number'].includes(typeof answer.code)
}

function fileNameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'download')
}

/** Shows problems the code rules have not shown, and records defects for /log. */
function reportFailure(call: AnySendable, error: CallError): CallError {
  if (error.kind !== 'refused' || error.envelope?.code === 'service_error') recordError(error, call.path)
  if (error.isShown || error.kind === 'refused') return error
  notifier.toast(error.message, ERROR_MS, 'error')
  return new CallError(error.message, { kind: error.kind, isShown: true })
}
