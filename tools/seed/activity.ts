import { app } from '@hufu/contract/apps/app'
import { visitProblems } from '@hufu/contract/apps/app-visit'
import { online } from '@hufu/contract/audit/online'
import { file } from '@hufu/contract/operations/file'
import { security } from '@hufu/contract/operations/security'
import { user } from '@hufu/contract/directory/user'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { sql } from 'kysely'
import { queueSms } from '../../server/src/domains/messages/index.ts'
import { startSession } from '../../server/src/platform/access/session-lifecycle.ts'
import { inTransaction, SYSTEM } from '../../server/src/platform/database/db.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import type { Kernel } from '../../server/src/platform/kernel.ts'
import { samplePerson } from '../sample/people.ts'
import { mulberry32, pick } from '../sample/random.ts'
import type { Apps } from './apps.ts'
import { openCaller, withoutForcedChange, type Caller, type Workplace } from './caller.ts'
import { EMPLOYEES_FROM, type Company } from './company.ts'
import { employees } from './company-words.ts'
import { agents, documents, smsKinds } from './activity-words.ts'
import { inBatches, insertRows, chinaTime } from './rows.ts'
import { loginMessages } from './words.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
/** How far China is ahead of UTC. */
const CHINA = 8 * HOUR
const DAYS = 30
const VISIT_COUNT = 4000
const MESSAGES = 120
const ONLINE_COUNT = 24

/** Traces of the system's use: visits, messages, sessions, devices, documents, changed settings and refused operations. */
export async function seedActivity(place: Workplace, admin: Caller, company: Company, apps: Apps): Promise<void> {
  await seedSignIns(place.kernel, company)
  await seedVisits(place.kernel, company, apps)
  await seedMessages(place.kernel, company)
  await seedSessions(place.kernel, company)
  await admin.call(signIn.rememberDevice)
  await seedDocuments(place.kernel, admin)
  const { defaultPassword: _, ...policy } = await admin.call(security.password)
  await admin.call(security.updatePassword, { body: { ...policy, expireDays: 180, reason: '按年度网络安全检查要求调整' } })
  const locked = company.users.get('weidongliu')!
  await admin.call(online.kickAndLock, { body: { userIds: [locked], reason: '账号疑似外借，待核实' } })
  const delegatedId = company.users.get('jianghailan')!
  await withoutForcedChange(place.kernel.db, [delegatedId], async () => {
    const delegated = await openCaller(place, delegatedId, '10.12.3.8')
    await delegated.isRefused(app.page)
    await delegated.isRefused(user.remove, { body: { ids: [company.users.get('hanlixin')!] } })
  })
}

/** Employees sign in on most working mornings. */
async function seedSignIns(kernel: Kernel, { users }: Company): Promise<void> {
  const random = mulberry32(20_261_125)
  const rows = employees.flatMap(({ userName, realName }) =>
    Array.from({ length: DAYS }, (_, day) => day).flatMap(day => {
      const midnight = Math.floor((Date.now() + CHINA) / DAY) * DAY - CHINA - day * DAY
      const time = midnight + (8 + random() * 1.5) * HOUR
      const isFree = [0, 6].includes(new Date(midnight + CHINA).getUTCDay()) || random() < 0.15
      if (isFree || time > Date.now()) return []
      const [browser, os] = pick(agents, random)
      const loginType = random() < 0.15 ? 'phone' : 'password'
      const whose = { id: newId(), userId: users.get(userName)!, userName, realName, loginType, result: 1, message: loginMessages.right }
      return [{ ...whose, ip: `10.8.${day % 8}.${1 + Math.floor(random() * 250)}`, browser, os, loginTime: chinaTime(time) }]
    }),
  )
  await inTransaction(kernel.db, SYSTEM, async db => {
    await insertRows(db, 'loginLog', rows)
    await sql`update last_login l set login_time = latest.at from (select user_id, max(login_time) as at from login_log
      where result = 1 and user_id = any (${[...users.values()]}) group by user_id) latest where latest.user_id = l.user_id`.execute(db)
  })
}

/** Visits of the last weeks, a few of them refused. */
async function seedVisits(kernel: Kernel, { users }: Company, { apps }: Apps): Promise<void> {
  const random = mulberry32(20_261_123)
  const used = ['oa', 'oa', 'oa', 'portal', 'portal', 'hr', 'finance', 'finance', 'contract', 'bi', 'bastion']
  const people = [...users.values()]
  const rows = Array.from({ length: VISIT_COUNT }, () => {
    const code = pick(used, random)
    const [browser, os] = pick(agents, random)
    const time = Date.now() - Math.floor(random() * DAYS) * DAY - Math.floor(random() * DAY)
    const protocol = ['finance', 'contract'].includes(code) ? 'cas' : 'oauth2'
    const fault = random() < 0.03 ? pick(visitProblems.slice(3), random) : ''
    const whose = { id: newId(), appId: apps.get(code), userId: pick(people, random), sessionId: newId() }
    return { ...whose, protocol, fault, ip: `10.8.${Math.floor(random() * 8)}.${1 + Math.floor(random() * 250)}`, browser, os, visitTime: chinaTime(time) }
  }) // prettier-ignore
  await inTransaction(kernel.db, SYSTEM, async db => {
    for (const batch of inBatches(rows, 2000)) await insertRows(db, 'appVisit', batch)
  })
}

/** Queues messages as the product does, with a gateway that only simulates sending, and then dates them back. */
async function seedMessages(kernel: Kernel, { users }: Company): Promise<void> {
  const faked = { ...kernel, settings: { ...kernel.settings, mockProviders: true } }
  const random = mulberry32(20_261_124)
  const people = employees.map(({ userName }, n) => ({
    userId: users.get(userName)!,
    userName,
    telephone: samplePerson(EMPLOYEES_FROM + n).phone,
  }))
  await inTransaction(kernel.db, SYSTEM, async db => {
    const messages = Array.from({ length: MESSAGES }, () => {
      const { userId, userName, telephone } = pick(people, random)
      const type = pick(smsKinds, random)
      const says = type === 'password' ? { password: newId(), userName } : { code: '000000', minutes: 5 }
      return { telephone, userId, type, says }
    })
    await queueSms(faked, db, ...messages)
    // The text is removed as after real sending; every twentieth message could not be delivered.
    await sql`update sms set sealed = null, tries = 1, result = case when n % 20 = 0 then 0 else 1 end, gateway = '示例网关',
      message = case when n % 20 = 0 then '号码停机' else '' end, receipt = case when n % 20 = 0 then null else md5(id) end,
      create_time = at, send_time = at + interval '2 seconds'
      from (select id as sms_id, row_number() over (order by id) as n,
        now() - row_number() over (order by id) * row_number() over (order by id) * interval '3 minutes' as at from sms where result is null) dated
      where id = sms_id`.execute(db)
  })
}

async function seedSessions({ db }: Kernel, { users }: Company): Promise<void> {
  for (const [n, userId] of [...users.values()].slice(0, ONLINE_COUNT).entries()) {
    const agent = agents[n % agents.length]![2]
    await startSession(db, { userId, loginType: n % 6 === 5 ? 'phone' : 'password', ip: `10.8.${n % 4}.${20 + n}`, agent })
  }
}

async function seedDocuments({ db }: Kernel, admin: Caller): Promise<void> {
  for (const [n, { title, name, body }] of documents.entries()) {
    const { fileId } = await admin.call(file.upload, { file: { name, bytes: Buffer.from(`\ufeff${body}`) } })
    await db
      .insertInto('notice')
      .values({ id: newId(), title, fileId, sortNum: n + 1, createBy: admin.userId })
      .execute()
  }
}
