import type { FastifyRequest } from 'fastify'
import type { Kernel } from '../../../platform/kernel.ts'
import { writeLoginLog } from '../../sign-in/index.ts'
import type { ProviderProblem } from './identity.ts'
import type { StoredProvider } from './provider.sql.ts'
import { text } from './text.ts'

/** Every try leaves a row in the sign-in log (D-23); who it was is not known where no account was found. */
export const noteProblem = ({ db }: Kernel, { ip, headers }: FastifyRequest, provider: StoredProvider, { problem, why }: ProviderProblem) =>
  writeLoginLog(
    db,
    { userId: null, userName: '', realName: null, loginType: 'idp', ip, agent: headers['user-agent'] ?? '' },
    0,
    text.refusedBy(provider.name, why ?? text.problems[problem][0]),
  )
