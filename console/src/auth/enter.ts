import type { CertificateProof } from '@hufu/contract/credentials/certificate'
import type { LoginData } from '@hufu/contract/sign-in/sign-in'
import { dropTarget, type AddressParams } from '../platform/address.ts'
import { send, transmit } from '../platform/client.ts'
import { REMEMBERED_NAME_COOKIE } from '../platform/constants.ts'
import { encrypt } from '../platform/transport/encrypt.ts'
import { session, signIn } from '../platform/session.ts'
import { CallError, ok, type Envelope } from '../platform/transport/wire.ts'
import { calls } from './calls.ts'
import { text } from './text.ts'

/** The result of an attempt to sign in. `code` is that of the refusal; `isShown`: its message has been shown. */
export type Outcome = { in: true } | Refused
export interface Refused {
  in: false
  code: string
  message: string
  isShown: boolean
  data?: unknown
}

export interface Typed {
  name: string
  password: string
  /** The dots of a remembered device are in the password field, so nothing was typed. */
  isDevice: boolean
  remember: boolean
  loginId: string
  code: string
  /** The proof of work instead of a captcha; '' without one. */
  work: string
}

/** LOGIN-09: loginName, pwd, loginId and code, or the proof of work instead of the last two. */
export async function enterByPassword({ name, password, isDevice, remember, loginId, code, work }: Typed): Promise<Outcome> {
  const outcome = await attempt(async () =>
    isDevice
      ? send(calls.loginRemembered)
      : send(calls.login, { body: { loginName: name, pwd: await encrypt(password), loginId, code, ...(work && { work }) } }),
  )
  await keepDevice(outcome, isDevice, remember)
  return outcome
}

/** LOGIN-10: only telephone and code. */
export const enterByPhone = (telephone: string, code: string): Promise<Outcome> =>
  attempt(() => send(calls.phoneLogin, { body: { telephone, code } }))

/** The text a certificate's holder signs; undefined where the server gives none. */
export async function certificateNonce(): Promise<{ nonce: string; expire: number } | undefined> {
  const answer = await send(calls.certificateNonce).catch(() => undefined)
  return answer && ok(answer) ? answer.data : undefined
}
/** D-30: nonce, cert, sign, and nothing else. */
export const enterByCertificate = (proof: CertificateProof): Promise<Outcome> =>
  attempt(() => send(calls.certificateLogin, { body: proof }))
/** Signs in by the certificate a proxy has seen. */
export const enterByProxy = (): Promise<Outcome> => attempt(() => send(calls.certificateByProxy))

/** What the first form keeps for after the second step: its remember box, and a scanned identity waiting to be bound. */
export interface PendingSignIn {
  remember: boolean
  bindKey?: string
}
/** The second step after the password (3010). */
export async function enterBySecondStep(telephone: string, code: string, pending: PendingSignIn): Promise<Outcome> {
  const outcome = await attempt(async () => {
    const answer = await send(calls.phoneCheck, { body: { telephone, code } })
    // A recovery proof instead of LoginData means that the pending sign-in has expired.
    return answer.data !== null && 'token' in answer.data
      ? { ...answer, data: answer.data }
      : { code: '10002', message: text.stepOver, data: null }
  })
  await afterSecondStep(outcome, pending)
  return outcome
}

/** After the second step, remembers the device and binds the scanned identity, as the first form was asked to. */
export async function afterSecondStep(outcome: Outcome, { remember, bindKey }: PendingSignIn): Promise<void> {
  await keepDevice(outcome, false, remember)
  if (outcome.in && bindKey) await send(calls.bind, { body: { bindKey } }).catch(() => undefined)
}

/** The user an address would sign in, or the user signed in here. */
export interface Named {
  userName: string
  realName: string
}
/** Asks the signed-in user whether to switch to another account. */
export type AskSwap = (present: Named, wanted: Named) => Promise<boolean>

const DECLINED: Refused = { in: false, code: '', message: '', isShown: true }

/**
 * LOGIN-13, LOGIN-14: tries the ticket first and, if it fails, the code (N-12). If another user is signed in already, asks
 * before the address replaces them.
 */
export async function enterByAddress({ ticket, code }: Pick<AddressParams, 'ticket' | 'code'>, ask: AskSwap): Promise<Outcome> {
  const entries = [
    ...(ticket ? [{ query: { ticket }, enter: () => send(calls.ticketLogin, { query: { ticket } }) }] : []),
    ...(code ? [{ query: { code }, enter: () => send(calls.codeLogin, { query: { code } }) }] : []),
  ]
  let outcome: Outcome = DECLINED
  for (const { query, enter } of entries) {
    if (!(await maySwap(query, ask))) return DECLINED
    outcome = await attempt(enter)
    if (outcome.in || outcome.code === SECOND_STEP) return outcome
  }
  return outcome
}
const SECOND_STEP = '3010'

/** Whether the sign-in may go on. If the owner of the ticket or code is not found, it goes on, and the sign-in itself refuses. */
async function maySwap(query: { ticket: string } | { code: string }, ask: AskSwap): Promise<boolean> {
  if (!session.get().token) return true
  const [wanted, present] = await Promise.all([transmit(calls.ticketOwner, { query }), transmit(calls.current)]).then(
    ([owner, current]) => [owner as Envelope<Named & { userId: string }>, current as Envelope<Named & { id: string }>] as const,
  )
  if (!ok(wanted) || !ok(present) || present.data.id === wanted.data.userId) return true
  return ask(present.data, wanted.data)
}

/** Sends a sign-in request, and signs the user in if it succeeds. */
export async function attempt(ask: () => Promise<Envelope<LoginData | null>>): Promise<Outcome> {
  try {
    return take(await ask())
  } catch (error) {
    if (error instanceof CallError)
      return { in: false, code: String(error.envelope?.code ?? error.kind), message: error.message, isShown: error.isShown }
    throw error
  }
}

/** Only '0' or 'success' with a token opens: '10' and '10002' do not, whatever they carry (O-01). */
export function take(answer: Envelope<LoginData | null>): Outcome {
  if (!ok(answer) || !answer.data?.token)
    return {
      in: false,
      code: String(answer.code),
      message: answer.message || text.refused,
      isShown: answer.status === false,
      data: answer.data,
    }
  // Forgets the page that a different user had requested.
  if (session.get().id && session.get().id !== answer.data.id) dropTarget()
  signIn(answer.data)
  return { in: true }
}

/** D-68: after a good login as the box is ticked; a device the server no longer knows is forgotten here too. */
async function keepDevice(outcome: Outcome, isDevice: boolean, remember: boolean): Promise<void> {
  const isStale = isDevice && !outcome.in && ['4', '10002'].includes(outcome.code)
  const isUnwanted = outcome.in && !remember && rememberedName() !== ''
  if (isStale || isUnwanted) await transmit(calls.forgetDevice).catch(() => undefined)
  // loginRemembered has already replaced the used token with a new one.
  if (outcome.in && remember && !isDevice) await transmit(calls.rememberDevice).catch(() => undefined)
}

/** The user name remembered in this browser, '' without one. */
export function rememberedName(cookies: string = document.cookie): string {
  for (const cookie of cookies.split('; ')) {
    const [name, value = ''] = cookie.split('=')
    if (name === REMEMBERED_NAME_COOKIE) return decode(value)
  }
  return ''
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
