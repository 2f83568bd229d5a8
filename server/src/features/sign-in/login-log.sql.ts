import type { signIn } from '@hufu/contract/sign-in'
import type { QueryOf } from '@hufu/contract/call'
import type { Db } from '../../kernel/db.ts'
import { contains, offsetOf, pageOf } from '../../kernel/paging.ts'

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
  const records = await found.selectAll().orderBy('loginTime', 'desc').orderBy('id', 'desc').limit(query.size).offset(offsetOf(query)).execute()
  return pageOf(query, total, records)
}
