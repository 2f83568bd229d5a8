import type { Db } from '../../kernel/db.ts'
import { newId } from '../../kernel/ids.ts'

const browsers: [RegExp, string][] = [
  [/MicroMessenger\/([\d.]+)/, '微信'],
  [/Edg\/([\d]+)/, 'Edge'],
  [/Firefox\/([\d]+)/, 'Firefox'],
  [/Chrome\/([\d]+)/, 'Chrome'],
  [/Version\/([\d]+).*Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Windows NT 10/, 'Windows 10'],
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Kylin|UOS|Linux/, 'Linux'],
]

const browserOf = (agent: string): string => {
  const hit = browsers.map(([form, name]) => ({ name, found: form.exec(agent) })).find(({ found }) => found)
  return hit ? `${hit.name} ${hit.found![1]}` : '其他'
}

export interface Attempt {
  userId: string | null
  userName: string
  realName: string | null
  loginType: string
  ip: string
  agent: string
}

/** Every attempt leaves a row (D-23, D-60). */
export const writeLoginLog = (db: Db, { agent, ...attempt }: Attempt, result: 0 | 1, message: string) =>
  db
    .insertInto('loginLog')
    .values({
      ...attempt,
      id: newId(),
      userName: attempt.userName.slice(0, 50),
      result,
      message,
      browser: browserOf(agent),
      os: systems.find(([form]) => form.test(agent))?.[1] ?? '其他',
    })
    .execute()
