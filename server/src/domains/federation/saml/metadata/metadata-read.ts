import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerEnvironment } from '../../../../platform/worker-environment.ts'
import { type Metadata, type MetadataAnswer, type MetadataOrder, readMetadata } from './metadata-in.ts'
import { reject } from '../problem.ts'

/** So many characters are read in a few milliseconds; larger metadata would block the event loop. */
const AT_ONCE = 65_536
const HEAP_MB = 128
const TIMEOUT_MS = 10_000

/** Reads metadata, large ones in a worker thread. */
export async function readMetadataInWorker(order: MetadataOrder): Promise<Metadata> {
  if (order.text.length <= AT_ONCE) return readMetadata(order)
  const worker = new Worker(new URL('./metadata-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    env: workerEnvironment,
    name: 'saml-metadata',
  })
  try {
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [MetadataAnswer]
    return 'metadata' in answer ? answer.metadata : reject(answer.problem, answer.detail)
  } finally {
    await worker.terminate()
  }
}
