import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { EncryptMethod } from '@hufu/contract/credentials/password'
import { Limiter } from '../tasks/limiter.ts'

/** argon2id, 19 MiB, two passes, one lane (D-22). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
const CURRENT_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$'
/** libuv has four threads; one stays free for files and DNS. */
const AT_ONCE = 3
const QUEUE_MAX = 300

/** Hashing runs off the event loop, and both the concurrency and the queue are limited. */
const hashing = new Limiter(AT_ONCE, QUEUE_MAX)

/** The number of hashes in the queue, for the metrics. */
export const hashesWaiting = (): number => hashing.waiting

type Origin = 'none' | EncryptMethod
const digest = (origin: Origin, password: string) =>
  origin === 'none' ? password : createHash(origin).update(password, 'utf8').digest('hex')

/**
 * The stored form is `<origin>:<PHC string>`; origin says whether the secret was already a digest. Plain passwords are normalised
 * to NFKC, because keyboards encode the same character in different ways (NIST SP 800-63B).
 */
export const hashSecret = (origin: Origin, secret: string): Promise<string> =>
  hashing.run(async () => `${origin}:${await hash(origin === 'none' ? secret.normalize('NFKC') : secret, COST)}`)

let dummyHash: Promise<string> | undefined

/** Compares in the same time for unknown names. `renew`: the row should be hashed again as `none` with the present cost. */
export async function verifyPassword(stored: string | null, password: string): Promise<{ right: boolean; renew: boolean }> {
  dummyHash ??= hashSecret('none', 'no such person')
  const text = stored ?? (await dummyHash)
  const colon = text.indexOf(':')
  const origin = text.slice(0, colon) as Origin
  const phc = text.slice(colon + 1)
  let right = await hashing.run(() => verify(phc, digest(origin, password)))
  const written = password.normalize('NFKC')
  if (!right && origin === 'none' && written !== password) right = await hashing.run(() => verify(phc, written))
  return { right: right && stored !== null, renew: origin !== 'none' || !phc.startsWith(CURRENT_PREFIX) }
}
