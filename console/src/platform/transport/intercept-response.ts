import { CONFIG_MS } from '../constants.ts'
import { language } from '../language.ts'
import { REQUEST } from '../names/shipped-names.ts'
import { text } from '../text.ts'
import { CallError, type Envelope } from './wire.ts'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

/** Makes the calls that take an act back, and reports it. */
export type Undo = () => Promise<unknown>

/** How messages are shown. The sign-in page and the console each have their own. */
export interface Notifier {
  alert(title: string, text: string): void
  /** With `undo` the message offers to take the act back, and stays longer. */
  toast(text: string, ms: number, kind: ToastKind, undo?: Undo): void
  /** The session has ended: `farewell` is the server's message about it. */
  signOutAndReload(farewell: string): void
}

const silent: Notifier = { alert: () => undefined, toast: () => undefined, signOutAndReload: () => undefined }
let current = silent
/** Returns a function that removes it, for an effect. */
export function setNotifier(notifier: Notifier): () => void {
  current = notifier
  return () => {
    if (current === notifier) current = silent
  }
}
export const notifier = {
  alert: (title: string, text: string): void => current.alert(title, text),
  toast: (...message: Parameters<Notifier['toast']>): void => current.toast(...message),
  /** What the user asked for is done. */
  done: (text: string, undo?: Undo): void => current.toast(text, CONFIG_MS, 'success', undo),
  signOutAndReload: (farewell: string): void => current.signOutAndReload(farewell),
} satisfies Notifier & { done: unknown }

const SESSION_OVER = new Set(['6', 'invalid_credentials'])
export const isSessionOver = ({ code }: Envelope): boolean => SESSION_OVER.has(String(code))
const PROMPTS = new Set(['service_error', 'global_prompt'])
const PASSED_THROUGH = new Set(['4403', '0', '10', '4', '7', '10002', '10004', '10007', '3010', '600'])

/** The code rules of specification section 8, in the order of O-04. Returns the answer, or throws a CallError. */
export function interceptResponse<R>(envelope: Envelope<R>, tell: Notifier = notifier): Envelope<R> {
  const code = String(envelope.code)
  const message = envelope.message ?? ''
  const refuse = (sentence = message): never => {
    throw new CallError(sentence, { envelope, isShown: true })
  }
  const alert = (sentence: string) => tell.alert(text.alertTitle, sentence)

  if (isSessionOver(envelope)) {
    tell.signOutAndReload(message)
    refuse()
  }
  if (PROMPTS.has(code)) {
    alert(message)
    refuse()
  }
  if (code === '600' && typeof envelope.data === 'string' && envelope.data.includes(REQUEST)) {
    // The data is Chinese in every language of the console.
    tell.toast(language === 'en' ? message : envelope.data, CONFIG_MS, 'warning')
    refuse(text.configIncomplete)
  }
  if (code === '10005') {
    alert(text.dictionaryUnknown(String(envelope.data ?? '')))
    refuse()
  }
  if (code === '10006') {
    alert(text.illegalCharacters)
    refuse(text.illegalCharacters)
  }
  if (isNumeric(code) && !PASSED_THROUGH.has(code)) {
    const sentence = sentenceIn(envelope.data) || message
    alert(sentence)
    refuse(sentence)
  }
  if (envelope.status === false && code !== '10004') alert(message)
  return envelope
}

const isNumeric = (code: string) => /^-?\d+(?:\.\d+)?$/.test(code)
const sentenceIn = (data: unknown) => (typeof data === 'string' || typeof data === 'number' ? String(data) : '')
