import { parseJson } from '../../platform/text/json.ts'
import { Unreachable, type Message, type HttpSender } from '../http-sender.ts'
import { SmsError } from './gateway.ts'
import { text } from './text.ts'

/** Errors before a connection existed, so nothing was sent. */
const NOT_CONNECTED = new Set(['address refused', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const TOO_MANY = 429

/** Sends a request to a gateway and reads the answer as a JSON object, whatever its status; throws SmsError if it is none. */
export async function askGateway(
  send: HttpSender,
  url: URL,
  message: Message,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const { status, text: body } = await send(url, message).catch((error: unknown) => {
    const reason = error instanceof Unreachable ? error.message : 'unknown'
    throw new SmsError(text.unreachable(reason), { retry: reason !== 'address refused', unsure: !NOT_CONNECTED.has(reason) })
  })
  return { status, answer: readObject(body) ?? fail(status) }
}

/** The answer is no object: a proxy's page, or another service. */
function fail(status: number): never {
  const isRefused = status >= 300 && status < 500 && status !== TOO_MANY
  throw new SmsError(text.notUnderstood(status), { retry: !isRefused, unsure: status !== TOO_MANY && !isRefused })
}

function readObject(body: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(body)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A member of an answer as text; '' if there is none. */
export const wordOf = (answer: Record<string, unknown>, name: string): string => {
  const value = answer[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
