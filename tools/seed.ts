import { sql, type Kysely } from 'kysely'
import type { Tables } from '../server/migrations/tables.ts'
import { firstStart } from '../server/src/first-start.ts'
import { openKernel } from '../server/src/platform/kernel.ts'
import { openLog } from '../server/src/platform/http/log.ts'
import { openHome } from '../server/src/home.ts'
import { readSettings } from '../server/src/settings.ts'
import { readArguments } from './backup/arguments.ts'
import { drawLogins, lastLogins, seedLogins } from './seed/logins.ts'
import { seedOrgs } from './seed/orgs.ts'
import { INITIAL_PASSWORD, seedPeople } from './seed/people.ts'

const PEOPLE = 20_000
const PEOPLE_MAX = 1_000_000
const LOGINS = 200_000
const FEW = 10
const NUMBERS_MAX = 2_000_000

/** `npm run seed -- --people 20000`: a sample organisation one can look at, in the database of the settings. */
async function main(): Promise<void> {
  const { people, force } = readSize()
  const settings = readSettings()
  const home = await openHome(settings)
  try {
    const kernel = await openKernel(settings, home.connection, openLog(settings))
    try {
      const password = await firstStart(kernel)
      if (password) console.log(`管理员：admin  初始密码（仅显示一次）：${password}`)
      const from = await firstNumber(kernel.db, people, force)
      await told('机构', async () => `${await seedOrgs(kernel.db)} 个`)
      const logins = drawLogins(from, people, LOGINS)
      await told('用户', async () => {
        await seedPeople(kernel.db, kernel.keys, people, { from, lastLoginOf: lastLogins(logins) })
        return `${people} 人`
      })
      await told('登录日志', async () => {
        await seedLogins(kernel.db, logins)
        return `${logins.length} 条`
      })
      console.log(`示例用户的初始密码都是 ${INITIAL_PASSWORD}，首次登录须修改。手机号可能属于他人，请勿配置真实的短信网关。`)
    } finally {
      await kernel.close()
    }
  } finally {
    await home.close()
  }
}

function readSize(): { people: number; force: boolean } {
  const { values } = readArguments('用法：npm run seed -- [--people 20000] [--force]', {
    people: { type: 'string', default: String(PEOPLE) },
    force: { type: 'boolean', default: false },
  })
  const people = Number(values.people)
  if (!Number.isInteger(people) || people < 1 || people > PEOPLE_MAX) throw new Error(`--people 应为1至${PEOPLE_MAX}的整数`)
  return { people, force: values.force }
}

/** Nobody's database is filled by mistake; with --force the numbers go on where they ended. */
async function firstNumber(db: Kysely<Tables>, people: number, force: boolean): Promise<number> {
  const { rows } = await sql<{ users: number; last: number }>`select count(*) as users,
    coalesce(max(substr(employee_number, 2)::int) filter (where employee_number ~ '^E[0-9]{7}$'), 0) as last from users`.execute(db)
  const { users, last } = rows[0]!
  if (users > FEW && !force) throw new Error(`数据库中已有 ${users} 个用户，未写入任何示例数据；确定要加入请使用 --force`)
  if (last + people > NUMBERS_MAX) throw new Error(`示例用户最多 ${NUMBERS_MAX} 个，已用到第 ${last} 个`)
  return last + 1
}

async function told(name: string, work: () => Promise<string>): Promise<void> {
  const from = performance.now()
  const done = await work()
  console.log(`${name}：${done}，${((performance.now() - from) / 1000).toFixed(1)} 秒`)
}

try {
  await main()
} catch (error) {
  // A sentence where there is one; a stack only for what should not happen.
  console.error(error instanceof Error && /\p{Script=Han}/u.test(error.message) ? error.message : error)
  process.exitCode = 1
}
