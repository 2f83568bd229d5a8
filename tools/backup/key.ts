import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError, text } from './text.ts'

/** The master key encrypted under a passphrase. All values are base64. */
export interface SealedKey {
  kdf: 'scrypt'
  cost: number
  salt: string
  iv: string
  sealed: string
  tag: string
}

const COST = 2 ** 17
const BLOCK = 8
const MEMORY = 256 * 1024 * 1024
const GCM = 'aes-256-gcm'
const PURPOSE = Buffer.from('hufu-backup-1 master key')
const derive = promisify(scrypt) as (passphrase: string, salt: Buffer, bytes: number, options: object) => Promise<Buffer>
const keyFrom = (passphrase: string, salt: Buffer, cost: number) =>
  derive(passphrase.normalize('NFKC'), salt, 32, { N: cost, r: BLOCK, p: 1, maxmem: MEMORY })

export async function sealKey(master: Buffer, passphrase: string): Promise<SealedKey> {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const cipher = createCipheriv(GCM, await keyFrom(passphrase, salt, COST), iv).setAAD(PURPOSE)
  const sealed = Buffer.concat([cipher.update(master), cipher.final()])
  const [saltText, ivText, sealedText, tag] = [salt, iv, sealed, cipher.getAuthTag()].map(bytes => bytes.toString('base64')) as [
    string,
    string,
    string,
    string,
  ]
  return { kdf: 'scrypt', cost: COST, salt: saltText, iv: ivText, sealed: sealedText, tag }
}

/** Throws a BackupError for a wrong passphrase. */
export async function openKey({ cost, salt, iv, sealed, tag }: SealedKey, passphrase: string): Promise<Buffer> {
  const bytes = (value: string) => Buffer.from(value, 'base64')
  // A foreign file must not make this process spend more work than its own files would.
  if (cost !== COST) throw new BackupError(text.wrongPassphrase)
  const key = await keyFrom(passphrase, bytes(salt), cost)
  try {
    const decipher = createDecipheriv(GCM, key, bytes(iv), { authTagLength: 16 }).setAAD(PURPOSE).setAuthTag(bytes(tag))
    return Buffer.concat([decipher.update(bytes(sealed)), decipher.final()])
  } catch {
    throw new BackupError(text.wrongPassphrase)
  }
}
