import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  constants,
  sign,
  verify,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Settings } from '../../settings.ts'
import type { Db } from '../database/db.ts'
import { randomChunk } from '../database/ids.ts'
import { text } from '../text/text.ts'
import { sm4Decrypt, sm4Encrypt } from './sm4.ts'

/** One purpose, one key (T8): a captured login ciphertext can be read with none of the others. */
type Purpose = 'login' | 'config' | 'field' | 'index' | 'sm4' | 'audit' | 'token' | 'checkpoint'
type SecretPurpose = 'field' | 'index' | 'sm4' | 'audit' | 'token'

const GCM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const RSA_BITS = 2048
const BLOCK_BYTES = RSA_BITS / 8
/** What OAEP with SHA-256 leaves of a block. */
const PLAIN_BYTES = BLOCK_BYTES - 66

/** Algorithm, key id and version stand in front of every ciphertext (D-71). */
function seal(key: Buffer, label: string, plain: Buffer): string {
  const iv = randomChunk(IV_BYTES)
  const cipher = createCipheriv(GCM, key, iv)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return `${label}.${Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')}`
}

function unseal(key: Buffer, sealed: string): Buffer {
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url')
  const decipher = createDecipheriv(GCM, key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
}

const masterKeyFile = (settings: Settings) => join(settings.data, 'master.key')

/** The one of the settings; a new file of mode 0600 only where no key store needs the old one (D-21). */
export async function openMasterKey(db: Db, settings: Settings): Promise<Buffer> {
  const path = masterKeyFile(settings)
  if (settings.masterKey || existsSync(path)) return readMasterKey(settings)
  const kept = await db.selectFrom('keyStore').select('purpose').limit(1).executeTakeFirst()
  if (kept) throw new WrongMasterKey(text.masterKeyLost(path))
  await mkdir(settings.data, { recursive: true })
  // Whole or not at all: an empty file on a full disk would pass for the key.
  const unfinished = `${path}.${process.pid}`
  try {
    await writeFile(unfinished, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    await link(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  return readMasterKey(settings)
}

/** HUFU_MASTER_KEY, else the file in the data folder, which must be there. */
export async function readMasterKey(settings: Settings): Promise<Buffer> {
  if (settings.masterKey) return Buffer.from(settings.masterKey, 'hex')
  const path = masterKeyFile(settings)
  const { mode } = await stat(path)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) await chmod(path, 0o600)
  const written = (await readFile(path, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/i.test(written)) throw new WrongMasterKey(text.masterKeyBroken(path))
  return Buffer.from(written, 'hex')
}

export class WrongMasterKey extends Error {}

interface KeyPair {
  privatePem: string
  /** base64 of the SPKI DER, as getRsaPublicKey gives it */
  publicPart: string
}
type PairPurpose = 'login' | 'config' | 'checkpoint'

/** Every key of the system, unwrapped in memory. */
export class Keys {
  readonly #pairs: Record<PairPurpose, KeyPair>
  readonly #secret: Record<SecretPurpose, Buffer>

  constructor(pairs: Record<PairPurpose, KeyPair>, secret: Record<SecretPurpose, Buffer>) {
    this.#pairs = pairs
    this.#secret = secret
  }

  publicKey(purpose: PairPurpose): string {
    return this.#pairs[purpose].publicPart
  }

  /** SHA-256 of the public part's DER: what two people compare over the telephone. */
  fingerprint(purpose: PairPurpose): string {
    return createHash('sha256').update(this.publicKey(purpose), 'base64').digest('hex')
  }

  /** Ed25519, base64: what the operation log has come to (D-73). */
  sign(message: string): string {
    return sign(null, Buffer.from(message, 'utf8'), this.#pairs.checkpoint.privatePem).toString('base64')
  }

  hasSigned(message: string, signature: string): boolean {
    const key = createPublicKey({ key: Buffer.from(this.publicKey('checkpoint'), 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(message, 'utf8'), key, Buffer.from(signature, 'base64'))
  }

  #publicPem(purpose: 'login' | 'config'): string {
    return `-----BEGIN PUBLIC KEY-----\n${this.#pairs[purpose].publicPart}\n-----END PUBLIC KEY-----`
  }

  /** Longer than one block holds (a private key): the blocks one behind the other. */
  encrypt(purpose: 'login' | 'config', plain: string): string {
    const bytes = Buffer.from(plain, 'utf8')
    const pieces = Array.from({ length: Math.ceil(bytes.length / PLAIN_BYTES) }, (_, n) =>
      publicEncrypt(
        { key: this.#publicPem(purpose), oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING },
        bytes.subarray(n * PLAIN_BYTES, (n + 1) * PLAIN_BYTES),
      ),
    )
    return Buffer.concat(pieces).toString('base64')
  }

  /** RSA-OAEP, SHA-256, base64 (D-21). Undefined for whatever does not decrypt: one answer for every fault (T4). */
  decrypt(purpose: 'login' | 'config', ciphertext: string): string | undefined {
    const bytes = Buffer.from(ciphertext, 'base64')
    if (bytes.length === 0 || bytes.length % BLOCK_BYTES !== 0) return undefined
    try {
      const key = { key: this.#pairs[purpose].privatePem, oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING }
      const pieces = Array.from({ length: bytes.length / BLOCK_BYTES }, (_, n) =>
        privateDecrypt(key, bytes.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES)),
      )
      return Buffer.concat(pieces).toString('utf8')
    } catch {
      return undefined
    }
  }

  /** Keyed digests of the blocks, of 64 bits: whether one came before is asked of millions of them. */
  blockDigests(ciphertext: string): string[] {
    const bytes = Buffer.from(ciphertext, 'base64')
    return Array.from({ length: Math.ceil(bytes.length / BLOCK_BYTES) }, (_, n) => {
      const block = bytes.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES)
      return createHmac('sha256', this.#secret.index).update('ciphertext:').update(block).digest().readBigInt64BE().toString()
    })
  }

  sealField(plain: string): string {
    return seal(this.#secret.field, 'gcm.field.1', Buffer.from(plain, 'utf8'))
  }

  openField(sealed: string): string {
    return unseal(this.#secret.field, sealed).toString('utf8')
  }

  /** What tokens of the protocols are signed with, and the ids of theirs that must come back in clear. */
  sealToken(plain: string): string {
    return seal(this.#secret.token, 'gcm.token.1', Buffer.from(plain, 'utf8'))
  }

  openToken(sealed: string): string {
    return unseal(this.#secret.token, sealed).toString('utf8')
  }

  /** The blind index of a sensitive value: equal values, equal text, and nothing else to be learnt (D-71). */
  blindIndex(purpose: 'phone' | 'phoneTail' | 'idCard' | 'smsCode' | 'emailCode' | 'recoveryCode' | 'decryption', value: string): string {
    return createHmac('sha256', this.#secret.index).update(`${purpose}:${value}`).digest('base64url')
  }

  /** For sm4EnDe alone: nothing of ours is under this key (D-58). */
  sm4Encrypt(plain: string): string {
    return sm4Encrypt(this.#secret.sm4, plain)
  }

  sm4Decrypt(ciphertext: string): string | undefined {
    return sm4Decrypt(this.#secret.sm4, ciphertext)
  }
}

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

/** Reads the keys, makes those that are missing; nodes starting at once make one set. Throws WrongMasterKey. */
export async function openKeys(db: Db, master: Buffer): Promise<Keys> {
  await sql`select pg_advisory_xact_lock(7312)`.execute(db)
  const key = async (purpose: Purpose) => openKey(db, master, purpose)
  const pair = async (purpose: PairPurpose): Promise<KeyPair> => {
    const { secret, publicPart } = await key(purpose)
    return { privatePem: secret.toString('utf8'), publicPart: publicPart ?? '' }
  }
  const login = await pair('login')
  const config = await pair('config')
  // Its public part comes out of the wrapped one: whoever could write another beside it could sign another past.
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
