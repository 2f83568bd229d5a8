import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

const folder = getCompileCacheDir()

/** Workers get only the folder of the compile cache from the environment; with it they start in 20 ms instead of 65. */
export const workerEnvironment = folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
