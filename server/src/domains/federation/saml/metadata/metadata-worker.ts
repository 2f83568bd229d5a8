import { parentPort, workerData } from 'node:worker_threads'
import { type MetadataAnswer, type MetadataOrder, readMetadata } from './metadata-in.ts'
import { SamlProblem } from '../problem.ts'

function answerTo(order: MetadataOrder): MetadataAnswer {
  try {
    return { metadata: readMetadata(order) }
  } catch (error) {
    if (error instanceof SamlProblem) return { problem: error.problem, detail: error.message }
    throw error
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
parentPort?.postMessage(answerTo(workerData as MetadataOrder))
