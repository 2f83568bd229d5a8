import { parseJson } from '../platform/text/json.ts'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { baseOf, ProviderError } from './identity.ts'
import { Unreachable, type HttpSender } from './http-sender.ts'

/** The picture is passed on and not stored; only the provider's transaction number is kept. */
export interface Comparison {
  pass: boolean
  transaction: string
}
export interface FaceProvider {
  /** Throws ProviderError. */
  compare(name: string, idCard: string, image: string): Promise<Comparison>
}
export interface FaceKeys {
  address: string
  appId: string
  secret: string
}

const Answer = z.object({
  code: z.string(),
  message: z.string().default(''),
  /** The face is that of the user with this name and number. */
  pass: z.boolean().default(false),
  /** The picture was taken of a live person. */
  live: z.boolean().default(false),
  transaction: z.string().max(128).default(''),
  nonce: z.string().default(''),
  sign: z.string().default(''),
})

/**
 * Any comparison service with this protocol: POST of {appId, name, idCard, image, timestamp, nonce, sign}, answered by
 * {code: '0', pass, live, transaction, nonce, sign}; `sign` is HMAC-SHA256 in hex over the other members sorted by name, as
 * name=value joined by &, in both directions. The nonce is returned, so that an answer belongs to this request.
 */
export function httpFace({ address, appId, secret }: FaceKeys, send: HttpSender): FaceProvider {
  return {
    compare: async (name, idCard, image) => {
      const nonce = randomBytes(16).toString('hex')
      const question = { appId, name, idCard, image, timestamp: String(Date.now()), nonce }
      const answer = await sent(send, address, { ...question, sign: signOf(secret, question) })
      const { code, message, pass, live, transaction, sign } = answer
      if (code !== '0') throw new ProviderError('config', `${code} ${message}`)
      const wanted = signOf(secret, { code, live: String(live), message, nonce, pass: String(pass), transaction })
      if (answer.nonce !== nonce || !isSame(sign, wanted)) throw new ProviderError('forged', 'an answer that is not that of the provider')
      return { pass: pass && live, transaction }
    },
  }
}

export const signOf = (secret: string, members: Readonly<Record<string, string>>): string =>
  createHmac('sha256', secret)
    .update(
      Object.keys(members)
        .sort()
        .map(name => `${name}=${members[name]}`)
        .join('&'),
    )
    .digest('hex')

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

async function sent(send: HttpSender, address: string, question: Record<string, string>): Promise<z.infer<typeof Answer>> {
  try {
    const headers = { 'content-type': 'application/json' }
    const { status, text } = await send(new URL(baseOf(address, '')), { method: 'POST', headers, body: JSON.stringify(question) })
    if (status !== 200) throw new ProviderError('unreachable', `status ${status}`)
    return Answer.parse(parseJson(text))
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError('unreachable', error instanceof Unreachable ? error.message : 'answer of another shape')
  }
}
