import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../server/migrations/tables.ts'
import { inTransaction, SYSTEM } from '../../server/src/platform/database/db.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import { mulberry32, pick } from '../sample/random.ts'
import { inBatches, insertRows, pipelined, chinaTime, withoutLimits } from './rows.ts'
import { loginMessages } from './words.ts'

export interface Login {
  /** The number of the sample person. */
  n: number
  time: string
  result: 0 | 1
}

const DAY = 86_400_000
const DAYS = 30
const FAILED_SHARE = 0.04
/** How many of a hundred sign-ins fall into each hour of a day in China: most before work and after lunch, few at night. */
const HOUR_WEIGHTS = [0, 0, 0, 0, 0, 0, 1, 4, 20, 16, 10, 6, 3, 4, 13, 9, 6, 4, 2, 1, 1, 0, 0, 0]
const hours = HOUR_WEIGHTS.flatMap((share, hour) => Array<number>(share).fill(hour))
const browsers = ['Chrome 142', 'Chrome 141', 'Edge 142', 'Edge 141', 'Firefox 145', '微信 8']
const systems = ['Windows 10', 'Windows 10', 'Windows 10', 'Linux', 'macOS', 'Android']

/** Sign-ins of the last thirty days in order of time. Some users sign in every day, many now and then. */
export function drawLogins(from: number, people: number, wanted: number, now = Date.now()): Login[] {
  const random = mulberry32(20_261_121)
  const midnight = Math.floor((now + 8 * 3_600_000) / DAY) * DAY - 8 * 3_600_000
  const drawn: { n: number; at: number; result: 0 | 1 }[] = []
  while (drawn.length < wanted) {
    const day = midnight - Math.floor(random() * DAYS) * DAY
    const weekend = [0, 6].includes(new Date(day + 8 * 3_600_000).getUTCDay())
    const at = day + pick(hours, random) * 3_600_000 + Math.floor(random() * 3_600_000)
    const n = from + Math.floor(people * random() ** 1.6)
    if (at > now || (weekend && random() < 0.85)) continue
    drawn.push({ n, at, result: random() < FAILED_SHARE ? 0 : 1 })
  }
  return drawn.sort((a, b) => a.at - b.at).map(({ n, at, result }) => ({ n, time: chinaTime(at), result }))
}

export function lastLogins(logins: readonly Login[]): (n: number) => string | null {
  const last = new Map(logins.filter(({ result }) => result === 1).map(({ n, time }) => [n, time]))
  return n => last.get(n) ?? null
}

export async function seedLogins(db: Kysely<Tables>, logins: readonly Login[]): Promise<void> {
  await inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    const numbers = [...new Set(logins.map(({ n }) => numberOf(n)))]
    const people = await trx
      .selectFrom('users')
      .select(['id', 'userName', 'realName', 'employeeNumber'])
      .where('employeeNumber', '=', sql<string>`any (${numbers})`)
      .execute()
    const byNumber = new Map(people.map(person => [person.employeeNumber, person]))
    const random = mulberry32(20_261_122)
    const rows = logins.flatMap(({ n, time, result }) => {
      const person = byNumber.get(numberOf(n))
      if (!person) return []
      const { id: userId, userName, realName } = person
      const ip = `10.${n % 200}.${(n >> 3) % 250}.${1 + (n % 254)}`
      const message = result === 1 ? loginMessages.right : loginMessages.wrong
      return [
        {
          id: newId(),
          userId,
          userName,
          realName,
          loginType: 'password',
          result,
          message,
          ip,
          browser: pick(browsers, random),
          os: pick(systems, random),
          loginTime: time,
        },
      ]
    })
    await pipelined(inBatches(rows, 5000), batch => insertRows(trx, 'loginLog', batch))
  })
}

const numberOf = (n: number) => `E${String(n).padStart(7, '0')}`
