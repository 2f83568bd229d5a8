import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const openssl = async (...args: readonly string[]): Promise<string> => (await run('openssl', args)).stdout

export type KeyKind = 'rsa' | 'pss' | 'ec' | 'sm2'
const pssOptions = (...options: readonly string[]) => options.flatMap(option => ['-pkeyopt', `rsa_pss_keygen_${option}`])
const newKey: Readonly<Record<KeyKind, readonly string[]>> = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  // Without these options OpenSSL uses SHA-1 for the mask.
  pss: ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048', ...pssOptions('md:sha256', 'mgf1_md:sha256', 'saltlen:32')],
  ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  sm2: ['-algorithm', 'SM2'],
}
const IDENTITY = 'distid:1234567812345678'
const digestOf = (kind: KeyKind) => (kind === 'sm2' ? 'sm3' : 'sha256')
const withIdentity = (kind: KeyKind, option = '-sigopt', identity = IDENTITY) => (kind === 'sm2' ? [option, identity] : [])

export const USER_EXTENSIONS = ['basicConstraints=critical,CA:FALSE', 'keyUsage=critical,digitalSignature', 'extendedKeyUsage=clientAuth']
export const CA_EXTENSIONS = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign']

interface Parts {
  kind?: KeyKind
  /** Arguments of genpkey, in place of those of the kind. */
  key?: readonly string[]
  /** Reuses the key of an existing certificate. */
  keyOf?: { key: string }
  extensions?: readonly string[]
  /** yyyyMMddHHmmssZ */
  start?: string
  end?: string
  digest?: string
}
interface IssuedCertificate {
  kind: KeyKind
  name: string
  pem: string
  key: string
}

/** A certificate holder with their key. */
export interface CertificateHolder extends IssuedCertificate {
  /** Base64 of DER. */
  cert: string
  /** Base64; with SM2 for the default identity, unless `more` names another. */
  sign(nonce: string, more?: readonly string[]): Promise<string>
}
/** An authority also has a certificate and a key. */
export interface CertificateAuthority extends CertificateHolder {
  issue(name: string, parts?: Parts): Promise<CertificateHolder>
  /** Another authority below this one. */
  below(name: string, parts?: Parts): Promise<CertificateAuthority>
  revoke(holder: IssuedCertificate): Promise<void>
  /** The revocation list, valid for a day unless `times` says otherwise. */
  list(times?: { from?: string; until?: string; digest?: string; extensions?: readonly string[] }): Promise<string>
}

/** Creates certificates with OpenSSL in a folder that `close` deletes. */
export async function openRegistry() {
  const folder = await mkdtemp(join(tmpdir(), 'papers-'))
  let serial = 0
  const file = async (text: string): Promise<string> => {
    const path = join(folder, String(++serial))
    await writeFile(path, text)
    return path
  }
  const makeKey = async (kind: KeyKind, options: readonly string[] = newKey[kind]): Promise<string> => {
    const path = join(folder, `${++serial}.key`)
    await openssl('genpkey', ...options, '-out', path)
    return path
  }
  const request = async (name: string, kind: KeyKind, key: string): Promise<string> =>
    file(await openssl('req', '-new', '-utf8', '-key', key, '-subj', `/O=虎符/CN=${name}`, `-${digestOf(kind)}`, ...withIdentity(kind)))

  const issueFrom = async (name: string, parts: Parts, by: { book: IssuedIndex; pem: string; key: string; kind: KeyKind } | undefined) => {
    const kind = parts.kind ?? by?.kind ?? 'rsa'
    const key = parts.keyOf?.key ?? (await makeKey(kind, parts.key))
    const signer = by ?? { book: await createIssuedIndex(file, folder, ++serial), key, kind }
    const extensions = await file((parts.extensions ?? USER_EXTENSIONS).join('\n'))
    const out = join(folder, `${++serial}.pem`)
    const dates = ['-startdate', parts.start ?? '20200101000000Z', '-enddate', parts.end ?? '20990101000000Z']
    const who = by ? ['-cert', await file(by.pem)] : ['-selfsign']
    const options = [...withIdentity(signer.kind), ...withIdentity(kind, '-vfyopt'), '-md', parts.digest ?? digestOf(signer.kind)]
    const signingRequest = await request(name, kind, key)
    const from = ['-config', signer.book.config, '-keyfile', signer.key, ...who, ...options]
    await openssl('ca', '-batch', '-notext', ...from, '-in', signingRequest, '-extfile', extensions, ...dates, '-out', out)
    return { kind, name, key, book: signer.book, pem: await readFile(out, 'utf8') }
  }

  const holder = async (paper: IssuedCertificate): Promise<CertificateHolder> => ({
    ...paper,
    cert: paper.pem.replaceAll(/-----[^-]+-----|\s/g, ''),
    sign: async (nonce, more) => {
      const out = join(folder, `${++serial}.sig`)
      const options = more ?? [`-${digestOf(paper.kind)}`, ...withIdentity(paper.kind)]
      await openssl('dgst', ...options, '-sign', paper.key, '-out', out, await file(nonce))
      return (await readFile(out)).toString('base64')
    },
  })

  const authority = async (
    name: string,
    parts: Parts,
    above?: IssuedCertificate & { book: IssuedIndex },
  ): Promise<CertificateAuthority> => {
    const made = await issueFrom(name, { extensions: CA_EXTENSIONS, ...parts }, above)
    const own = { ...made, book: above ? await createIssuedIndex(file, folder, ++serial) : made.book }
    const withKeys = ['-config', own.book.config, '-keyfile', own.key, '-cert', await file(own.pem)]
    const options = [...withIdentity(own.kind), '-md', digestOf(own.kind)]
    return {
      ...(await holder(own)),
      issue: async (person, more = {}) => holder(await issueFrom(person, more, own)),
      below: (other, more = {}) => authority(other, more, own),
      revoke: async ({ pem }) => void (await openssl('ca', ...withKeys, ...options, '-revoke', await file(pem))),
      list: async ({ from, until, digest, extensions } = {}) => {
        const times = until ? ['-crl_lastupdate', from ?? '20200101000000Z', '-crl_nextupdate', until] : ['-crldays', '1']
        const more = extensions ? ['-crlexts', 'list_extensions'] : []
        const config = await file(`${own.book.text}\n[list_extensions]\n${(extensions ?? []).join('\n')}\n`)
        return openssl('ca', '-gencrl', ...withKeys, ...options, ...times, ...more, '-config', config, ...(digest ? ['-md', digest] : []))
      },
    }
  }
  return { authority: (name: string, parts: Parts = {}) => authority(name, parts), close: () => rm(folder, { recursive: true }) }
}

interface IssuedIndex {
  config: string
  text: string
}

/** The database in which `openssl ca` records what it has issued. */
async function createIssuedIndex(file: (text: string) => Promise<string>, folder: string, n: number): Promise<IssuedIndex> {
  const database = join(folder, `${n}.index`)
  await writeFile(database, '')
  await writeFile(`${database}.attr`, 'unique_subject = no\n')
  const text = `[ca]
default_ca = book
[book]
database = ${database}
new_certs_dir = ${folder}
rand_serial = yes
policy = policy
string_mask = utf8only
utf8 = yes
[policy]
organizationName = optional
commonName = optional
`
  return { config: await file(text), text }
}

/** A signature in DER: a SEQUENCE of these INTEGERs. */
export function derOf(...numbers: readonly bigint[]): Buffer {
  const integers = numbers.map(number => {
    const digits = number.toString(16)
    const even = digits.length % 2 ? `0${digits}` : digits
    const bytes = Buffer.from(even >= '8' ? `00${even}` : even, 'hex')
    return Buffer.concat([Buffer.of(2, bytes.length), bytes])
  })
  const body = Buffer.concat(integers)
  return Buffer.concat([Buffer.of(0x30, body.length), body])
}

/** The two numbers r and s of a signature. */
export function scalarsOf(signature: Buffer): [bigint, bigint] {
  const r = signature.subarray(4, 4 + signature[3]!)
  return [BigInt(`0x${r.toString('hex')}`), BigInt(`0x${signature.subarray(6 + r.length).toString('hex')}`)]
}
