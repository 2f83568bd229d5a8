import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { refusedFrom } from '../../server/src/platform/http/errors.ts'
import { BackupError, text } from './text.ts'

const LENGTH_MIN = 8

/** HUFU_BACKUP_PASSPHRASE, otherwise asked for twice. */
export async function newPassphrase(): Promise<string> {
  const fromEnvironment = process.env.HUFU_BACKUP_PASSPHRASE
  const passphrase = fromEnvironment || (await ask(text.askNew, text.noPassphrase))
  if (passphrase.length < LENGTH_MIN) throw new BackupError(text.shortPassphrase)
  if (!fromEnvironment && (await ask(text.askAgain, text.noPassphrase)) !== passphrase) throw new BackupError(text.passphrasesDiffer)
  return passphrase
}

export const knownPassphrase = async (): Promise<string> => process.env.HUFU_BACKUP_PASSPHRASE || ask(text.askOld, text.needPassphrase)

/** Asks without echoing the typed text. */
async function ask(question: string, otherwise: string): Promise<string> {
  if (!process.stdin.isTTY) throw new BackupError(otherwise)
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stdout.write('\n')
  }
}

/** Prints the sentence of an expected problem, or the whole error of a defect, and sets the exit code. */
export async function reportProblems(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    // A missing file has the same error code as a missing socket.
    const away = refusedFrom(error)?.reason === 'outage' && !(error instanceof Error && 'path' in error)
    const forPeople = error instanceof Error && /\p{Script=Han}/u.test(error.message)
    console.error(away ? text.databaseAway : forPeople ? error.message : error)
    process.exitCode = 1
  }
}
