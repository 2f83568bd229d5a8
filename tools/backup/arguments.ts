import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { BackupError } from './text.ts'

/** What was written behind the command; what it does not know is answered with how it is used, never with a stack. */
export function readArguments<T extends ParseArgsOptionsConfig>(usage: string, options: T, positionalsMax = 0) {
  try {
    const read = parseArgs({ allowPositionals: true, options })
    if (read.positionals.length <= positionalsMax) return read
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new BackupError(usage)
}
