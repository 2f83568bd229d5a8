import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { BackupError } from './text.ts'

/** The arguments of the command; unknown ones are answered with its usage instead of a stack. */
export function readArguments<T extends ParseArgsOptionsConfig>(usage: string, options: T, positionalsMax = 0) {
  try {
    const read = parseArgs({ allowPositionals: true, options })
    if (read.positionals.length <= positionalsMax) return read
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new BackupError(usage)
}
