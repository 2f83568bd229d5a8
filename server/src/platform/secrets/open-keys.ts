import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { text } from '../text/text.ts'
import { type KeyPair, Keys, type PairPurpose, RSA_BITS, type SecretPurpose } from './keys.ts'
import { WrongMasterKey } from './master-key.ts'
import { seal, unseal } from './seal.ts'

/** One key per purpose (T8): none of the others can decrypt a captured sign-in ciphertext. */
type Purpose = PairPurpose | SecretPurpose

function newRsa(): { secret: Buffer; publicPart: string } {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { secret: Buffer.from(pair.privateKey), publicPart: pair.publicKey.toString('base64') }
}

function newSigner(): { secret: Buffer; publicPart: string } {
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { secret: Buffer.from(pair.privateKey), publicPart: pair.publicKey.toString('base64') }
}

const makers: Record<Purpose, () => { secret: Buffer; publicPart: string | null }> = {
  login: newRsa,
  config: newRsa,
  field: () => ({ secret: randomBytes(32), publicPart: null }),
  index: () => ({ secret: randomBytes(32), publicPart: null }),
  sm4: () => ({ secret: randomBytes(16), publicPart: null }),
  audit: () => ({ secret: randomBytes(32), publicPart: null }),
  token: () => ({ secret: randomBytes(32), publicPart: null }),
  checkpoint: newSigner,
}

async function openKey(db: Db, master: Buffer, purpose: Purpose): Promise<{ secret: Buffer; publicPart: string | null }> {
  const stored = await db
    .selectFrom('keyStore')
    .selectAll()
    .where('purpose', '=', purpose)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (stored) {
    try {
      return { secret: unseal(master, stored.wrapped), publicPart: stored.publicPart }
    } catch {
      throw new WrongMasterKey(text.wrongMasterKey)
    }
  }
  const fresh = makers[purpose]()
  await db
    .insertInto('keyStore')
    .values({ purpose, version: 1, wrapped: seal(master, 'gcm.master.1', fresh.secret), publicPart: fresh.publicPart })
    .execute()
  return fresh
}

/** Reads the keys and creates missing ones; nodes starting at the same time create one set. Throws WrongMasterKey. */
export async function openKeys(db: Db, master: Buffer): Promise<Keys> {
  await sql`select pg_advisory_xact_lock(7312)`.execute(db)
  const key = async (purpose: Purpose) => openKey(db, master, purpose)
  const pair = async (purpose: PairPurpose): Promise<KeyPair> => {
    const { secret, publicPart } = await key(purpose)
    return { privatePem: secret.toString('utf8'), publicPart: publicPart ?? '' }
  }
  const login = await pair('login')
  const config = await pair('config')
  // Derived from the encrypted private key: a public key stored beside it could be replaced to forge checkpoints.
  const { privatePem } = await pair('checkpoint')
  const checkpoint = { privatePem, publicPart: createPublicKey(privatePem).export({ format: 'der', type: 'spki' }).toString('base64') }
  const secret = {
    field: (await key('field')).secret,
    index: (await key('index')).secret,
    sm4: (await key('sm4')).secret,
    audit: (await key('audit')).secret,
    token: (await key('token')).secret,
  }
  return new Keys({ login, config, checkpoint }, secret)
}
