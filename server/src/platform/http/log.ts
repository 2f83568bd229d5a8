import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Settings } from '../../settings.ts'

const SECRETS = ['password', 'pwd', 'oldPassword', 'token', 'secret', 'cookie', 'authorization', 'phone', 'idCard']

/** Structured log, one line per record; secrets are masked at the usual depths. */
export const openLog = (settings: Pick<Settings, 'logLevel'>): FastifyBaseLogger =>
  pino({ level: settings.logLevel, redact: { paths: SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '***' } })
