import { statfs } from 'node:fs/promises'
import { realpathSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../../settings.ts'
import { runInBackground } from '../tasks/background-work.ts'
import { text } from '../text/text.ts'

export type StorageState = 'ok' | 'low' | 'full'

const MEGABYTE = 1024 * 1024
const LOW_BYTES = 1024 * MEGABYTE
/** What PostgreSQL needs to keep writing its WAL: four segments of 16 MB. */
const FULL_BYTES = 64 * MEGABYTE
/** How long the disk counts as full after a write found no room. */
const WARNED_MS = 60_000
const LOOK_MS = 60_000

/** The free space on the disk of the embedded database; of an external database only its write errors are known. */
export class Storage {
  readonly #folder: string | undefined
  readonly #free: (folder: string) => Promise<number>
  #fullAt = Number.NEGATIVE_INFINITY

  constructor({ databaseUrl, data }: Pick<Settings, 'databaseUrl' | 'data'>, free = freeBytes) {
    this.#folder = databaseUrl ? undefined : data
    this.#free = free
  }

  /** Free bytes; undefined for an external database or if they cannot be read. */
  async free(): Promise<number | undefined> {
    return this.#folder === undefined ? undefined : this.#free(this.#folder).catch(() => undefined)
  }

  async state(): Promise<StorageState> {
    if (performance.now() - this.#fullAt < WARNED_MS) return 'full'
    const free = await this.free()
    if (free === undefined) return 'ok'
    return free < FULL_BYTES ? 'full' : free < LOW_BYTES ? 'low' : 'ok'
  }

  /** Records that a write found no space. */
  noteFull(): void {
    this.#fullAt = performance.now()
  }

  /** The state as a sentence, '' where there is room. */
  async warning(): Promise<string> {
    const [state, free] = [await this.state(), await this.free()]
    return state === 'ok' || this.#folder === undefined || free === undefined
      ? ''
      : text.storage[state](this.#folder, Math.floor(free / MEGABYTE))
  }

  /** Logs every change of the state until the process ends. */
  watch(log: FastifyBaseLogger): void {
    let logged: StorageState = 'ok'
    const look = async () => {
      const state = await this.state()
      if (state !== logged) log.warn({ storage: state }, (await this.warning()) || text.storage.ok)
      logged = state
    }
    setInterval(() => runInBackground(log, 'storage', look()), LOOK_MS).unref()
  }
}

/** The space available to every user, without what is reserved for root. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(realpathSync(folder))
  return bavail * bsize
}
