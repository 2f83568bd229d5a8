import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

const folder = getCompileCacheDir()

/** A worker is told nothing of the environment but where compiled code is kept: it then starts in 20 ms instead of 65. */
export const workerEnvironment = folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
