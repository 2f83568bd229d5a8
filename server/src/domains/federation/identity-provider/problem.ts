import type { FastifyRequest } from 'fastify'
import type { Kernel } from '../../../platform/kernel.ts'
import { writeLoginLog } from '../../sign-in/index.ts'
import { reasonInChinese } from './explanations.ts'
import type { ProviderProblem } from './identity.ts'
import type { StoredProvider } from './provider.sql.ts'
import { chinese } from './text.ts'

/** Logs the failed attempt in Chinese, like all records. It names no user, because no account was found. */
export const noteProblem = ({ db }: Kernel, { ip, headers }: FastifyRequest, provider: StoredProvider, { problem, why }: ProviderProblem) =>
  writeLoginLog(
    db,
    { userId: null, userName: '', realName: null, loginType: 'idp', ip, agent: headers['user-agent'] ?? '' },
    0,
    chinese.refusedBy(provider.name, why === undefined ? chinese.problems[problem][0] : reasonInChinese(why)),
  )
