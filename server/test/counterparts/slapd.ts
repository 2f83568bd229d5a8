import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { SLAPD } from '../../../tools/test/needs.ts'
import { freePort, HOST } from './apache.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 10_000
export const SUFFIX = 'dc=example,dc=com'
/** Not the rootdn, because no limits apply to it. */
export const READER = `cn=reader,${SUFFIX}`
export const PASSWORD = 'of-this-test-alone'
const ROOT = `cn=root,${SUFFIX}`

export interface Slapd {
  host: string
  port: number
  /** PEM of its own certificate. */
  ca: string
  /** Changes entries as the directory's administrator. */
  change(ldif: string): Promise<void>
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

interface Directory {
  /** The entries below the suffix, and the account that reads. */
  ldif: string
  /** Lines of slapd.conf for the database, such as limits. */
  limits?: string
  schemas?: readonly string[]
  /** Lines before the database, such as additional attributes of the root entry. */
  globals?: (folder: string) => Promise<string>
  /** Without it nothing is encrypted. */
  tls?: 'ldaps' | 'startTls'
}

const base = `dn: ${SUFFIX}
objectClass: dcObject
objectClass: organization
dc: example
o: example

dn: ${READER}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${PASSWORD}
`

/** Debian's slapd with its own configuration and data in a temporary folder; of /etc/ldap only the schemas are read. */
export async function startSlapd({ ldif, limits = '', schemas = [], globals = async () => '', tls }: Directory): Promise<Slapd> {
  const folder = await mkdtemp(join(tmpdir(), 'hufu-slapd-'))
  await mkdir(join(folder, 'data'))
  const ca = tls ? await certificate(folder) : ''
  const file = join(folder, 'slapd.conf')
  await writeFile(file, configuration(folder, schemas, limits, await globals(folder), tls !== undefined))
  await writeFile(join(folder, 'data.ldif'), `${base}\n${ldif}`)
  await run(SLAPD.replace(/slapd$/, 'slapadd'), ['-q', '-f', file, '-l', join(folder, 'data.ldif')])
  const port = await freePort()
  const url = `${tls === 'ldaps' ? 'ldaps' : 'ldap'}://${HOST}:${port}`
  const child = spawn(SLAPD, ['-d', '0', '-f', file, '-h', url], { stdio: 'ignore' })
  const farewell = () => void child.kill('SIGKILL')
  process.once('exit', farewell)
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    process.removeListener('exit', farewell)
    if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await listens(port, () => child.exitCode)
  } catch (error) {
    await stop()
    throw error
  }
  const change = async (changes: string) => {
    const at = join(folder, 'change.ldif')
    await writeFile(at, changes)
    await run('ldapmodify', ['-x', '-H', url, '-D', ROOT, '-w', PASSWORD, '-f', at], { env: { ...process.env, LDAPTLS_REQCERT: 'never' } })
  }
  return { host: HOST, port, ca, change, stop }
}

const configuration = (folder: string, schemas: readonly string[], limits: string, globals: string, withTls: boolean) => `
${['core', 'cosine', 'inetorgperson', ...schemas].map(name => `include /etc/ldap/schema/${name}.schema`).join('\n')}
pidfile ${folder}/pid
modulepath /usr/lib/ldap
moduleload back_mdb
${globals}
${withTls ? `TLSCertificateFile ${folder}/cert.pem\nTLSCertificateKeyFile ${folder}/key.pem` : ''}
database mdb
suffix "${SUFFIX}"
rootdn "${ROOT}"
rootpw ${PASSWORD}
directory ${folder}/data
maxsize 1073741824
dbnosync
index objectClass eq
access to attrs=userPassword by anonymous auth by * none
access to * by * read
${limits}
`

async function certificate(folder: string): Promise<string> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=directory']
  await run('openssl', [...options, '-keyout', key, '-out', cert, '-addext', `subjectAltName=IP:${HOST}`])
  return (await run('cat', [cert])).stdout
}

async function listens(port: number, exitCode: () => number | null): Promise<void> {
  const until = Date.now() + TIMEOUT_MS
  for (;;) {
    if (exitCode() !== null) throw new Error(`slapd ended with ${exitCode()}`)
    const socket = connect(port, HOST)
    const isThere = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'close').then(() => false)]).catch(
      () => false,
    )
    socket.destroy()
    if (isThere) return
    if (Date.now() > until) throw new Error('slapd does not listen')
    await pause(50)
  }
}
