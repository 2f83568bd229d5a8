import type { LoginType, signIn } from '@hufu/contract/sign-in'
import type { QueryOf } from '@hufu/contract/call'
import type { Db } from '../../kernel/db.ts'
import { newId } from '../../kernel/ids.ts'
import { contains, offsetOf, pageOf } from '../../kernel/paging.ts'

import { browserOf, systemOf } from './agent.ts'

type Query = QueryOf<typeof signIn.loginLogs>

export async function pageLoginLogs(db: Db, query: Query) {
  const { userName, realName, ip, loginType, result, beginTime, endTime } = query
  const found = db
    .selectFrom('loginLog')
    .$if(userName !== undefined, rows => rows.where('userName', 'ilike', contains(userName!)))
    .$if(realName !== undefined, rows => rows.where('realName', 'ilike', contains(realName!)))
    .$if(ip !== undefined, rows => rows.where('ip', 'like', contains(ip!)))
    .$if(loginType !== undefined, rows => rows.where('loginType', '=', loginType!))
    .$if(result !== undefined, rows => rows.where('result', '=', result!))
    .$if(beginTime !== undefined, rows => rows.where('loginTime', '>=', beginTime!))
    .$if(endTime !== undefined, rows => rows.where('loginTime', '<=', endTime!))
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const records = await found
    .selectAll()
    .orderBy('loginTime', 'desc')
    .orderBy('id', 'desc')
    .limit(query.size)
    .offset(offsetOf(query))
    .execute()
  return pageOf(query, total, records)
}

export interface Attempt {
  userId: string | null
  userName: string
  realName: string | null
  loginType: LoginType
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
      os: systemOf(agent),
    })
    .execute()
