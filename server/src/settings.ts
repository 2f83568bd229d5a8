import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { languages } from '@hufu/contract/refusals-in'
import { areProxies } from './platform/http/ip-rules.ts'

/** A wrong setting stops the start with this sentence. */
export class SettingError extends Error {}

interface Setting<T> {
  name: string
  /** The description in docs/settings.md. */
  about: string
  fallback: T
  read: (text: string) => T
  /** The name the setting had before, which still works. */
  formerName?: string
}

export const refuseSetting = (name: string, wanted: string): never => {
  throw new SettingError(`设置 ${name} 不正确：${wanted}`)
}
const optional = <T>(name: string, about: string, read: (text: string) => T, fallback: T): Setting<T> => ({ name, about, fallback, read })
const port = (name: string) => (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) < 65536 ? Number(text) : refuseSetting(name, '应为0至65535的端口号')
const yesNo = (name: string) => (text: string) => (text === '1' ? true : text === '0' ? false : refuseSetting(name, '应为1或0'))
const milliseconds = (name: string, most: number) => (text: string) =>
  /^\d{1,6}$/.test(text) && Number(text) <= most ? Number(text) : refuseSetting(name, `应为0至${most}的毫秒数`)
const plain = (text: string) => text
const host = (name: string) => (text: string) =>
  isIP(text) !== 0 || /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(text)
    ? text
    : refuseSetting(name, '应为本机的IP地址或主机名，不带端口')
/** Whether pg can parse the address: it decodes each part. */
function isDatabaseUrl(text: string): boolean {
  try {
    const { protocol, username, password, hostname, pathname } = new URL(text)
    return [username, password, hostname, pathname].map(decodeURIComponent).length > 0 && /^postgres(ql)?:$/.test(protocol)
  } catch {
    return false
  }
}
const databaseUrl = (name: string) => (text: string) =>
  isDatabaseUrl(text) ? text : refuseSetting(name, '应为 postgres://用户:密码@主机:端口/数据库，特殊字符须转义')

/** The parser of X-Forwarded-For does not accept ranges. */
const isEntry = (entry: string) => /^[^\s-]+$/.test(entry)
const proxies = (name: string) => (text: string) => {
  const list = text.split(',').map(entry => entry.trim())
  return list.every(isEntry) && areProxies(list.filter(entry => entry !== 'loopback'))
    ? list
    : refuseSetting(name, '应为代理的IP地址或网段，以逗号分隔，本机的代理可写 loopback；不能信任所有来源，对外地址由 HUFU_PUBLIC_URL 设置')
}
const languageOf = (name: string) => (text: string) => languages.find(one => one === text) ?? refuseSetting(name, '应为 zh 或 en')
const code = (name: string, form: RegExp, wanted: string) => (text: string) => (form.test(text) ? text : refuseSetting(name, wanted))

export const settingTable = {
  port: optional('HUFU_PORT', 'Port of console and API.', port('HUFU_PORT'), 8080),
  host: optional('HUFU_HOST', 'Address to listen on.', host('HUFU_HOST'), '127.0.0.1'),
  data: optional('HUFU_DATA', 'Folder of the embedded PostgreSQL, the master key and the lock.', plain, './data'),
  databaseUrl: optional(
    'DATABASE_URL',
    'Your own PostgreSQL, 15 or newer, shared by any number of nodes. Unset: the embedded one.',
    databaseUrl('DATABASE_URL'),
    '',
  ),
  adminPassword: optional(
    'HUFU_ADMIN_PASSWORD',
    'Password of the administrator at the first start, 8 to 32 characters that meet the password policy of a new system. Unset: a random one, printed once.',
    code('HUFU_ADMIN_PASSWORD', /^.{8,32}$/u, '应为8至32个字符'),
    '',
  ),
  masterKey: optional(
    'HUFU_MASTER_KEY',
    'Wraps every other key: 64 hex digits. Unset: made at the first start and kept as the file master.key in HUFU_DATA.',
    code('HUFU_MASTER_KEY', /^[0-9a-fA-F]{64}$/, '应为64位十六进制'),
    '',
  ),
  publicUrl: optional(
    'HUFU_PUBLIC_URL',
    'Address people and applications reach this server at, as https://sso.example.com: the issuer of its tokens. Unset: the address listened on.',
    code('HUFU_PUBLIC_URL', /^https?:\/\/[^\s/?#@\\]+$/, '应为 https://主机名[:端口]，不带路径'),
    '',
  ),
  cryptoProfile: optional(
    'HUFU_CRYPTO_PROFILE',
    'intl, or sm: ID tokens may also be signed with SM2 and SM3, which no standard of OpenID Connect knows.',
    code('HUFU_CRYPTO_PROFILE', /^(intl|sm)$/, '应为 intl 或 sm'),
    'intl',
  ),
  trustProxy: optional(
    'HUFU_TRUST_PROXY',
    'Addresses or networks of the proxies in front, comma separated, or `loopback`: from them the address of the caller is read from X-Forwarded-For. Scheme and host always come from HUFU_PUBLIC_URL. Proxies should leave query strings out of their logs: some calls of the specification carry ciphertext there. [proxy.md](proxy.md) shows nginx and haproxy.',
    proxies('HUFU_TRUST_PROXY'),
    [] as readonly string[],
  ),
  mtlsUrl: optional(
    'HUFU_MTLS_URL',
    'Address of a second host of the proxy that asks applications for their certificates (RFC 8705), as https://mtls.sso.example.com. Unset: no application authenticates with a certificate. [proxy.md](proxy.md) shows nginx.',
    code('HUFU_MTLS_URL', /^https:\/\/[^\s/?#@\\]+$/, '应为 https://主机名[:端口]，不带路径'),
    '',
  ),
  mtlsSecret: optional(
    'HUFU_MTLS_SECRET',
    'With HUFU_MTLS_URL: what that host puts before the certificate it passes on, 32 to 200 characters. Whoever knows it can be any application that shows a certificate.',
    code('HUFU_MTLS_SECRET', /^[A-Za-z0-9_-]{32,200}$/, '应为32至200个字母、数字、下划线或连字符'),
    '',
  ),
  rateLimit: optional(
    'HUFU_RATE_LIMIT',
    '0 switches off the counters of D-20 (never the login lock). For tests.',
    yesNo('HUFU_RATE_LIMIT'),
    true,
  ),
  metricsPort: optional(
    'HUFU_METRICS_PORT',
    'Port of /metrics on 127.0.0.1, read without a token. Unset: only at /metrics of the server itself, for super administrators.',
    port('HUFU_METRICS_PORT'),
    0,
  ),
  stopDelay: optional(
    'HUFU_STOP_DELAY_MS',
    'Nodes on a shared DATABASE_URL: so many milliseconds a node that is told to stop goes on answering while its health already says 503, so that the balancer turns away first. A little more than the balancer takes to notice; 5000 at most.',
    milliseconds('HUFU_STOP_DELAY_MS', 5000),
    2000,
  ),
  logLevel: optional(
    'HUFU_LOG',
    'fatal, error, warn, info, debug or silent.',
    code('HUFU_LOG', /^(fatal|error|warn|info|debug|silent)$/, '应为 fatal、error、warn、info、debug 或 silent'),
    'info',
  ),
  language: optional(
    'HUFU_LANGUAGE',
    'zh or en: what the console is in, and what the server answers in, until the user chooses a language or their program asks for one.',
    languageOf('HUFU_LANGUAGE'),
    'zh',
  ),
  fixedCaptcha: optional(
    'HUFU_FIXED_CAPTCHA',
    'Every image shows this text. For tests.',
    code('HUFU_FIXED_CAPTCHA', /^[A-HJ-NP-Z2-9]{4}$/, '应为4个验证码字符'),
    '',
  ),
  fixedSmsCode: optional(
    'HUFU_FIXED_SMS_CODE',
    'Every code by SMS or mail is this one. For tests.',
    code('HUFU_FIXED_SMS_CODE', /^\d{6}$/, '应为6位数字'),
    '',
  ),
  mockProviders: optional(
    'HUFU_MOCK_PROVIDERS',
    '1: outside systems that are not set up are faked. Includes HUFU_ALLOW_LOOPBACK. For tests.',
    yesNo('HUFU_MOCK_PROVIDERS'),
    false,
  ),
  allowLoopback: {
    ...optional(
      'HUFU_ALLOW_LOOPBACK',
      '1: whatever this server sends requests to (applications, metadata, logout addresses, identity providers, sources of synchronisation, SMS, mail and face services) may stand on this very machine. Private networks are always allowed, link-local addresses never. The former name HUFU_ALLOW_PRIVATE_PUSH still works.',
      yesNo('HUFU_ALLOW_LOOPBACK'),
      false,
    ),
    formerName: 'HUFU_ALLOW_PRIVATE_PUSH',
  },
} satisfies Record<string, Setting<never> | Setting<number> | Setting<string> | Setting<boolean> | Setting<readonly string[]>>

export type Settings = { readonly [K in keyof typeof settingTable]: (typeof settingTable)[K]['fallback'] }

/** The only code that reads the environment (rule 11). Throws SettingError. */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const read = Object.fromEntries(
    Object.entries<Setting<unknown>>(settingTable).map(([key, setting]) => {
      const former = setting.formerName === undefined ? undefined : environment[setting.formerName]
      const text = environment[setting.name] ?? former
      return [key, text === undefined || text === '' ? setting.fallback : setting.read(text)]
    }),
  ) as Settings
  if ((read.mtlsUrl === '') !== (read.mtlsSecret === '')) refuseSetting('HUFU_MTLS_URL', '须与 HUFU_MTLS_SECRET 一起设置')
  refuseTestSwitches(read, environment.NODE_ENV)
  return Object.freeze({ ...read, data: resolve(read.data), allowLoopback: read.allowLoopback || read.mockProviders })
}

type Switches = Pick<Settings, 'fixedCaptcha' | 'fixedSmsCode' | 'mockProviders' | 'rateLimit'>
/** The names of the test switches that are on and weaken the server. */
export const testSwitches = ({ fixedCaptcha, fixedSmsCode, mockProviders, rateLimit }: Switches): string[] => [
  ...(fixedCaptcha ? ['HUFU_FIXED_CAPTCHA'] : []),
  ...(fixedSmsCode ? ['HUFU_FIXED_SMS_CODE'] : []),
  ...(mockProviders ? ['HUFU_MOCK_PROVIDERS'] : []),
  ...(rateLimit ? [] : ['HUFU_RATE_LIMIT']),
]

/** D-65: no test switch in production. */
function refuseTestSwitches(settings: Settings, mode: string | undefined): void {
  const [on] = testSwitches(settings)
  if (on && mode === 'production') throw new SettingError(`设置 ${on} 仅供测试，生产环境（NODE_ENV=production）下不能使用`)
}
