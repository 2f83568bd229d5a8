import { existsSync } from 'node:fs'
import { run } from '../run.ts'

export interface Need {
  /** What cannot be done without it. */
  for: string
  packages: readonly string[]
  /** Third-party software Hufu is tested against; if it is missing, that is reported but does not fail the run. */
  isExtra?: boolean
  /** Its package starts a service, so only the machine's administrator installs it. */
  isService?: boolean
  there: () => boolean
}

export const POSTGRES_15 = '/usr/lib/postgresql/15/bin'
export const APACHE = '/usr/sbin/apache2'
export const SLAPD = '/usr/sbin/slapd'
export const MARIADB = '/usr/sbin/mariadbd'
/** Chromium without a window; if it is missing, the full browser is used instead. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const cjkFont = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'

export const needs = {
  browser: {
    for: '浏览器测试',
    packages: ['chromium', 'fonts-noto-cjk'],
    there: () => existsSync('/usr/bin/chromium') && existsSync(cjkFont),
  },
  headlessShell: {
    for: '不带窗口界面的浏览器（少用三分之一的处理器时间）',
    isExtra: true,
    packages: ['chromium-headless-shell'],
    there: () => existsSync(HEADLESS_SHELL),
  },
  apache: {
    for: '与 Apache（mod_auth_openidc、mod_auth_cas、mod_auth_mellon）的对接测试',
    // Only the program and its modules; the package that starts a service and writes /etc/apache2 is apache2.
    isExtra: true,
    packages: ['apache2-bin', 'libapache2-mod-auth-openidc', 'libapache2-mod-auth-cas', 'libapache2-mod-auth-mellon'],
    there: () =>
      ['openidc', 'cas', 'mellon'].every(name => existsSync(`/usr/lib/apache2/modules/mod_auth_${name}.so`)) && existsSync(APACHE),
  },
  shibboleth: {
    for: '与 Shibboleth（mod_shib）的对接测试',
    isExtra: true,
    isService: true,
    packages: ['libapache2-mod-shib'],
    there: () => [APACHE, '/usr/sbin/shibd', '/usr/lib/apache2/modules/mod_shib.so'].every(path => existsSync(path)),
  },
  pythonSaml: {
    for: '与 pysaml2、lasso、python3-saml（OneLogin）的对接测试',
    isExtra: true,
    packages: ['python3-pysaml2', 'xmlsec1', 'python3-lasso', 'python3-onelogin-saml2'],
    there: () =>
      existsSync('/usr/bin/xmlsec1') &&
      ['saml2', 'lasso.py', 'onelogin'].every(name => existsSync(`/usr/lib/python3/dist-packages/${name}`)),
  },
  simplesaml: {
    for: '与 SimpleSAMLphp 的对接测试',
    isExtra: true,
    // The package also installs Apache with PHP.
    isService: true,
    packages: ['simplesamlphp', 'php-cli', 'php-xml'],
    there: () => ['/usr/share/simplesamlphp/www', '/usr/bin/php'].every(path => existsSync(path)),
  },
  slapd: {
    for: '与 OpenLDAP 的对接测试',
    isExtra: true,
    isService: true,
    packages: ['slapd', 'ldap-utils'],
    there: () => [SLAPD, '/usr/sbin/slapadd', '/usr/bin/ldapmodify'].every(path => existsSync(path)),
  },
  mariadb: {
    for: '与 MariaDB 的对接测试',
    // Only the programs; the package that starts a service and writes /etc/mysql is mariadb-server.
    isExtra: true,
    packages: ['mariadb-server-core', 'mariadb-client-core'],
    there: () => [MARIADB, '/usr/bin/mariadb-install-db', '/usr/bin/mariadb'].every(path => existsSync(path)),
  },
  postgres15: {
    for: 'PostgreSQL 15 上的服务端测试',
    packages: ['postgresql-15'],
    there: () => existsSync(`${POSTGRES_15}/postgres`) && existsSync(`${POSTGRES_15}/initdb`),
  },
} satisfies Record<string, Need>

let listed = false

/** True if it is present or could be installed (on Debian, with the rights to do so); otherwise prints what is missing. */
export async function provide(need: Need): Promise<boolean> {
  if (need.there()) return true
  const names = need.packages.join(' ')
  const mayInstall = !need.isService && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayInstall) {
    console.log(`${need.for}需要 ${names}，本机没有，且当前不能安装（需要 root 和 apt-get）。请先执行：apt-get install ${names}`)
    return false
  }
  console.log(`正在安装 ${names}…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  if (!listed) await run('apt-get', ['update', '-qq'], env)
  listed = true
  const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...need.packages], env)
  if (code === 0 && need.there()) return true
  console.log(`${need.for}需要 ${names}，安装没有成功。`)
  return false
}
