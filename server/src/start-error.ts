import { databaseCode } from './platform/database/db.ts'
import { text } from './platform/text/text.ts'
import { SettingError, type Settings } from './settings.ts'

const HAN = /\p{Script=Han}/u

/**
 * The sentence shown to the person who starts the server; undefined for a bug, which keeps its stack. `settings` are undefined if
 * they themselves are wrong.
 */
export function startErrorMessage(error: unknown, settings: Pick<Settings, 'host' | 'port' | 'data'> | undefined): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = databaseCode(error)
  const isFull = code === 'ENOSPC' || code === '53100' || /No space left on device/.test(error.message)
  if (isFull && settings) return text.startFull(settings.data)
  if (error instanceof SettingError || HAN.test(error.message)) return error.message
  if (!settings || !('syscall' in error) || (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo')) return undefined
  if (code === 'EADDRINUSE') return text.portTaken(settings.host, 'port' in error ? Number(error.port) : settings.port)
  if (code === 'EACCES') return text.portForbidden(settings.port)
  return text.hostUnknown(settings.host)
}
