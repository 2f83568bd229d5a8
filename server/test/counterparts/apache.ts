import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { APACHE } from '../../../tools/test/needs.ts'

/** Another host than Hufu's, because a browser sends its cookies to every port of a host. */
export const HOST = '127.0.0.2'
const TIMEOUT_MS = 10_000
const MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'mime', 'dir', 'include']

export interface Apache {
  /** Without a slash at its end. */
  address: string
  /** Its error log so far. */
  errors(): Promise<string>
  stop(): Promise<void>
}

interface Site {
  port: number
  /** The module that signs users in. */
  module: 'auth_openidc' | 'auth_cas' | 'auth_mellon' | 'shib'
  configure: (folder: string) => string
  /** The server variables that protected pages show about their reader. */
  says: readonly string[]
}

/** A free port; Apache cannot choose one itself and report it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
export const addressAt = (port: number): string => `http://${HOST}:${port}`

/**
 * Debian's Apache with its own configuration in a temporary folder; nothing in /etc/apache2 is read. Pages below /in/ require
 * sign-in, those below /open/ do not.
 */
export async function startApache({ port, module, configure, says }: Site): Promise<Apache> {
  const folder = await mkdtemp(join(tmpdir(), 'hufu-apache-'))
  // Started by root it serves as www-data, which must be able to enter this folder.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'cookies'))
  await chmod(join(folder, 'cookies'), 0o777)
  const paragraphs = says.map(name => `<p id="${name}"><!--#echo var="${name}" --></p>`).join('')
  await writePage(folder, 'in', `<h1>档案系统首页</h1>${paragraphs}`)
  await writePage(folder, 'open', '<h1>已离开档案系统</h1>')
  const file = join(folder, 'apache.conf')
  await writeFile(file, `${common(folder, port, module)}\n${configure(folder)}\n`)
  const child = spawn(APACHE, ['-f', file, '-DFOREGROUND'], {
    stdio: 'ignore',
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
  })
  const errors = () => readFile(join(folder, 'errors'), 'utf8').catch(() => '')
  const farewell = () => void child.kill('SIGTERM')
  process.once('exit', farewell)
  const stop = async () => {
    process.removeListener('exit', farewell)
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await answers(child, addressAt(port))
  } catch (error) {
    const logLines = await errors()
    await stop()
    throw new Error(`Apache did not start: ${logLines}`, { cause: error })
  }
  return { address: addressAt(port), errors, stop }
}

async function writePage(folder: string, path: string, text: string): Promise<void> {
  await mkdir(join(folder, 'pages', path), { recursive: true })
  await writeFile(join(folder, 'pages', path, 'index.shtml'), `<!doctype html><html lang="zh-CN"><title>档案系统</title>${text}`)
}

const common = (folder: string, port: number, module: string): string => `
ServerRoot ${folder}
DefaultRuntimeDir ${folder}
PidFile ${folder}/pid
Mutex file:${folder} default
ErrorLog ${folder}/errors
LogLevel warn
Listen ${HOST}:${port}
ServerName ${HOST}:${port}
UseCanonicalName On
${[...MODULES, module].map(name => `LoadModule ${name === 'shib' ? 'mod_shib' : `${name}_module`} /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
User www-data
Group www-data
StartServers 1
ServerLimit 1
ThreadsPerChild 16
MinSpareThreads 1
MaxSpareThreads 32
MaxRequestWorkers 16
DocumentRoot ${folder}/pages
DirectoryIndex index.shtml
TypesConfig /dev/null
AddType text/html .shtml
AddDefaultCharset utf-8
AddOutputFilter INCLUDES .shtml
<Directory ${folder}/pages>
  Options +Includes
  Require all granted
</Directory>`

async function answers(child: ChildProcess, address: string): Promise<void> {
  const until = Date.now() + TIMEOUT_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`)
    try {
      await fetch(`${address}/`, { redirect: 'manual' })
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await pause(50)
    }
  }
}
