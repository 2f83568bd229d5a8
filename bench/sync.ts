import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { app, appGroup } from '@hufu/contract/apps/app'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { user } from '@hufu/contract/directory/user'
import { sync } from '@hufu/contract/provisioning/sync'
import { task } from '@hufu/contract/task'
import { PASSWORD, READER, startSlapd, SUFFIX, type Slapd } from '../server/test/counterparts/slapd.ts'
import { latency, ms, perSecond, quantile } from './measure.ts'
import type { Row } from './reads.ts'
import { ADMIN_PASSWORD, signInAs, type Running } from './server.ts'
import { CREATED_NAME } from './writes.ts'

export const SOURCE_PEOPLE = Number(process.env.HUFU_BENCH_SOURCE ?? 100_000)
const UNITS = 500
const unit = (n: number) => `ou=d${n},${SUFFIX}`
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Users with telephone numbers below five hundred departments. */
function ldif(): string {
  const units = Array.from({ length: UNITS }, (_, n) => `dn: ${unit(n)}\nobjectClass: organizationalUnit\nou: d${n}\n`)
  const people = Array.from(
    { length: SOURCE_PEOPLE },
    (_, n) => `dn: uid=zz${n},${unit(n % UNITS)}
objectClass: inetOrgPerson
uid: zz${n}
cn:: ${base64(CREATED_NAME)}
sn:: ${base64('压')}
mobile: 1${90 + (n % 9)}${String(n).padStart(8, '0')}
employeeNumber: Z${n}
mail: zz${n}@example.com
modifyTimestamp: 20260101000000Z
`,
  )
  return [...units, ...people].join('\n')
}

const mapping = [
  { object: 'org', to: 'originOrgId', from: 'id' },
  { object: 'org', to: 'name', from: 'ou' },
  { object: 'org', to: 'parentOriginId', from: 'parentId' },
  { object: 'user', to: 'originUserId', from: 'id' },
  { object: 'user', to: 'userName', from: 'uid', when: 'new' },
  { object: 'user', to: 'realName', from: 'cn' },
  { object: 'user', to: 'phone', from: 'mobile' },
  { object: 'user', to: 'employeeNumber', from: 'employeeNumber' },
  { object: 'user', to: 'email', from: 'mail' },
  { object: 'user', to: 'jobs', from: 'parentId' },
] as const

interface Phases {
  reading: number
  planning: number
  writing: number
  all: number
  /** Peak memory in megabytes. */
  memory: number
  message: string
}
const STAGES = { 正在读取: 'reading', 正在比对: 'planning', 正在写入: 'writing' } as const

/** The seconds of each stage of one run, from the progress of its task. */
async function run(server: Running, id: string, mode: 'full' | 'delta'): Promise<Phases> {
  const taskId = await server.call(sync.run, { query: { id, mode } })
  const phases: Phases = { reading: 0, planning: 0, writing: 0, all: 0, memory: 0, message: '' }
  const begin = performance.now()
  for (let last = begin; ;) {
    const { status, stage, message } = await server.call(task.progress, { query: { taskId } })
    const now = performance.now()
    const named = STAGES[stage as keyof typeof STAGES] as keyof typeof phases | undefined
    if (named) (phases[named] as number) += (now - last) / 1000
    last = now
    phases.memory = Math.max(phases.memory, server.memory())
    if (!['WAIT', 'RUNNING'].includes(status)) return { ...phases, all: (now - begin) / 1000, message: `${status} ${message}` }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

const sentence = ({ reading, planning, writing, all, message }: Phases) =>
  `${all.toFixed(1)} s (read ${reading.toFixed(1)}, plan ${planning.toFixed(1)}, write ${writing.toFixed(1)}; ${message})`

/** Sign-ins one after another with a pause between them, until `work` is done. */
async function signInsBeside<T>(work: Promise<T>): Promise<{ done: T; p95: number }> {
  const ended = work.then(
    () => true,
    () => true,
  )
  const pause = () => new Promise<boolean>(resolve => setTimeout(() => resolve(false), 500))
  const taken: number[] = []
  do {
    const begin = performance.now()
    await signInAs('admin', ADMIN_PASSWORD)
    taken.push(performance.now() - begin)
  } while (!(await Promise.race([ended, pause()])))
  return { done: await work, p95: quantile(taken.toSorted((a, b) => a - b), 0.95) } // prettier-ignore
}

/** A directory read for the first time, again without changes, and by a delta run; compared with an import of the same size. */
export async function inboundSync(server: Running, importSeconds: number | undefined): Promise<Row[]> {
  const slapd = await startSlapd({ ldif: ldif(), limits: `limits dn.exact="${READER}" size=unlimited` })
  try {
    return await directorySync(server, slapd, importSeconds)
  } finally {
    await slapd.stop()
  }
}

async function directorySync(server: Running, slapd: Slapd, importSeconds: number | undefined): Promise<Row[]> {
  const options = { bindDn: READER, security: 'none', userBase: SUFFIX, orgBase: SUFFIX, pageSize: 500 }
  const draft = { name: `目录${Date.now()}`, direction: 'in', objectType: 'all', type: 'ldap', secret: PASSWORD, options } as const
  const { id } = await server.call(sync.save, { body: { ...draft, url: `ldap://${slapd.host}:${slapd.port}`, mapping: [...mapping] } })
  const many = SOURCE_PEOPLE.toLocaleString('en-US')
  const alone = await latency(() => signInAs('admin', ADMIN_PASSWORD), 40)
  const idle = server.memory()
  const { done: first, p95 } = await signInsBeside(run(server, id, 'full'))
  const rows: Row[] = [
    [
      `first load of ${many} users by LDAP`,
      sentence(first),
      importSeconds === undefined ? '1.5 × an import' : `${(1.5 * importSeconds).toFixed(0)} s`,
    ],
    [`… plan of ${many}, after reading`, `${first.planning.toFixed(1)} s`, '3 s'],
    ['… memory at most', `+${Math.round(first.memory - idle)} MB`, '+250 MB'],
    ['… a sign-in meanwhile', `p95 ${ms(p95)} ms, ${ms(alone.p95)} before`, '1.5 × before'],
  ]
  const again = await run(server, id, 'full')
  rows.push(
    [`a full run of ${many} without a change`, sentence(again), '20 s'],
    ['… its plan, after reading', `${again.planning.toFixed(1)} s`, '3 s'],
  )
  await new Promise(resolve => setTimeout(resolve, 1000))
  const changes = Array.from(
    { length: 100 },
    (_, n) => `dn: uid=zz${n},${unit(n % UNITS)}\nchangetype: modify\nreplace: employeeNumber\nemployeeNumber: Y${n}\n`,
  )
  await slapd.change(changes.join('\n'))
  rows.push(['a full run with 100 changes', sentence(await run(server, id, 'full')), ''])
  await slapd.change(changes.map(one => one.replace(': Y', ': X')).join('\n'))
  rows.push(['a run of changes alone, 100 of them', sentence(await run(server, id, 'delta')), '3 s'])
  return rows
}

/** Pushes of changes to an application that answers at once, and to a slow one. */
export async function outboundSync(server: Running): Promise<Row[]> {
  return [await pushesTo(server, 4000, 0, 'answers at once', '200 /s'), await pushesTo(server, 10_000, 20, 'takes 20 ms', '60 s')]
}

async function pushesTo({ with: as }: Running, count: number, delay: number, receiver: string, aim: string): Promise<Row> {
  const server = as(await signInAs('admin', ADMIN_PASSWORD))
  let taken = 0
  const stub = createServer((request, response) => {
    request.resume().on('end', () => {
      taken++
      setTimeout(() => response.end('ok'), delay)
    })
  })
  await new Promise<void>(done => stub.listen(0, '127.0.0.1', done))
  const pushUrl = `http://127.0.0.1:${(stub.address() as AddressInfo).port}/push`
  const { id: appGroupId } = await server.call(appGroup.save, { body: { name: `推送${Date.now()}` } })
  const body = { appGroupId, protocol: 'oauth2', name: `推送${Date.now()}`, code: `P${Date.now()}` } as const
  const { id: appId } = await server.call(app.save, { body })
  await server.call(appSetting.update, {
    body: { appId, tokenSeconds: 3600, openPush: 1, singleLogout: 1, pushUrl, pushObject: 'user', pushSecret: 'a-secret-of-the-bench' },
  })
  const ids: string[] = []
  for (let current = 1; ids.length < count; current++) {
    const { records } = await server.call(user.page, { query: { size: 500, current, status: 1, searchKey: 'zz' } })
    if (records.length === 0) break
    ids.push(...records.map(one => one.id))
  }
  for (let at = 0; at < ids.length; at += 500)
    await server.call(user.setStatus, { query: { status: '0' }, body: { ids: ids.slice(at, at + 500) } })
  const begin = performance.now()
  const from = taken
  for (let still = 0, last = -1; taken - from < ids.length && still < 100; still = taken === last ? still + 1 : 0) {
    last = taken
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  const seconds = (performance.now() - begin) / 1000
  await server.call(appSetting.update, {
    body: { appId, tokenSeconds: 3600, openPush: 0, singleLogout: 1, pushUrl, pushObject: 'user' },
  })
  stub.closeAllConnections()
  stub.close()
  return [
    `pushes of ${ids.length} changed users to a receiver that ${receiver}`,
    `${seconds.toFixed(1)} s, ${perSecond((taken - from) / seconds)} /s (${taken} taken)`,
    aim,
  ]
}
