import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const MEMORY_NEEDED = 4 * 1024 ** 3

/** A folder in memory if there is room: a database has some thousand files, and the tests create and drop hundreds of databases. */
export async function fastFolder(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free >= MEMORY_NEEDED ? MEMORY : tmpdir()
}
