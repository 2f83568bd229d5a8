import type { AddressInfo } from 'node:net'
import { openApp } from '../server/src/app.ts'
import { defineTasks, startBackground } from '../server/src/background.ts'
import { firstStart } from '../server/src/first-start.ts'
import { openHome } from '../server/src/home.ts'
import { openLog } from '../server/src/platform/http/log.ts'
import { openKernel, type Kernel } from '../server/src/platform/kernel.ts'
import { readSettings, type Settings } from '../server/src/settings.ts'
import { readArguments } from './backup/arguments.ts'
import { INITIAL_PASSWORD } from './seed/people.ts'
import { firstNumber, seedSample } from './seed/sample.ts'
import { emptyUnfinished, markingUnfinished } from './seed/start-anew.ts'

const PEOPLE = 20_000
const PEOPLE_MAX = 1_000_000
const LOGINS = 200_000
const LOGINS_MAX = 5_000_000

/** `npm run seed -- --people 20000`: writes sample data to look at into the database of the settings. */
async function main(): Promise<void> {
  const wanted = readWanted()
  // This process plays the external systems of the sample while it runs.
  const settings = readSettings({ ...process.env, HUFU_ALLOW_LOOPBACK: '1' })
  if (process.env.NODE_ENV === 'production') throw new Error('生产环境（NODE_ENV=production）不能写入示例数据')
  const home = await openHome(settings)
  // Only the embedded database has no other users.
  const mayStartAnew = wanted.empty && settings.databaseUrl === ''
  try {
    if (mayStartAnew && (await emptyUnfinished(settings.data, home.connection))) console.log('上次的示例数据没有写完，已清空，重新开始')
    const kernel = await openKernel(settings, home.connection, openLog({ ...settings, logLevel: 'error' }))
    try {
      await seed(kernel, settings, wanted)
    } finally {
      await kernel.close()
    }
  } finally {
    await home.close()
  }
}

async function seed(kernel: Kernel, settings: Settings, { people, logins, force, empty }: Wanted): Promise<void> {
  // The telephone numbers of sample people may belong to somebody.
  if (kernel.config.values['sms.gateway'] !== '') throw new Error('已配置短信网关，示例用户的手机号可能属于他人，未写入任何示例数据')
  const password = await firstStart(kernel)
  // Printed before anything can fail, because the password is shown nowhere else.
  if (password) console.log(`管理员：admin  初始密码（仅显示一次）：${password}`)
  const from = await firstNumber(kernel.db, people, { force, empty })
  const log = openLog({ ...settings, logLevel: 'error' })
  defineTasks(kernel)
  const app = await openApp(kernel, log)
  await app.listen({ port: 0, host: '127.0.0.1' })
  await startBackground(kernel, log, { isAlone: !settings.databaseUrl })
  try {
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const write = () => seedSample({ kernel, address }, { people, logins, from }, reported)
    const accounts = empty && settings.databaseUrl === '' ? await markingUnfinished(settings.data, write) : await write()
    console.log(`以下为示例数据，请勿用于生产。示例用户的初始密码都是 ${INITIAL_PASSWORD}，首次登录须修改：`)
    for (const { userName, realName, about } of accounts) console.log(`  ${userName}（${realName}，${about}）`)
    console.log('手机号可能属于他人，请勿配置真实的短信网关。')
  } finally {
    await app.close()
  }
}

interface Wanted {
  people: number
  logins: number
  force: boolean
  empty: boolean
}

function readWanted(): Wanted {
  const { values } = readArguments('用法：npm run seed -- [--people 20000] [--logins 200000] [--force]', {
    people: { type: 'string', default: String(PEOPLE) },
    logins: { type: 'string', default: String(LOGINS) },
    force: { type: 'boolean', default: false },
    // Set by `npm start -- --sample`: fills only an empty system.
    empty: { type: 'boolean', default: false },
  })
  const people = Number(values.people)
  if (!Number.isInteger(people) || people < 1 || people > PEOPLE_MAX) throw new Error(`--people 应为1至${PEOPLE_MAX}的整数`)
  const logins = Number(values.logins)
  if (!Number.isInteger(logins) || logins < 0 || logins > LOGINS_MAX) throw new Error(`--logins 应为0至${LOGINS_MAX}的整数`)
  return { people, logins, force: values.force, empty: values.empty }
}

async function reported<T>(name: string, work: () => Promise<T>, words: (done: T) => string): Promise<T> {
  const from = performance.now()
  const done = await work()
  console.log(`${name}：${words(done)}，${((performance.now() - from) / 1000).toFixed(1)} 秒`)
  return done
}

try {
  await main()
} catch (error) {
  // Prints the sentence of an expected problem, and a stack only for a defect.
  console.error(error instanceof Error && /\p{Script=Han}/u.test(error.message) ? error.message : error)
  process.exitCode = 1
}
