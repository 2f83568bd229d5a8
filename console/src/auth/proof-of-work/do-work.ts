import { workAnswer } from '@hufu/contract/sign-in/proof-of-work'
import { send } from '../../platform/client.ts'
import { ok } from '../../platform/transport/wire.ts'
import { calls } from '../calls.ts'
import type { Progress } from './use-work.ts'

const ask = () => send(calls.proofOfWork)

/** Fetches a token and does its proof of work in a worker. Returns a function that stops it. */
export function solveProofOfWork(tell: (progress: Progress) => void): () => void {
  let worker: Worker | undefined
  let isOver = false
  const fail = () => tell({ state: 'failed', percent: 0, answer: '' })
  const begin = (answer: Awaited<ReturnType<typeof ask>>) => {
    if (isOver) return
    if (ok(answer)) worker = startWorker(answer.data, tell, fail)
    else fail()
  }
  void ask().then(begin, fail)
  return () => {
    isOver = true
    worker?.terminate()
  }
}

function startWorker(token: { id: string; rounds: number; bits: number }, tell: (progress: Progress) => void, fail: () => void): Worker {
  const worker = new Worker(new URL('./find-work-worker.ts', import.meta.url), { type: 'module' })
  const numbers: number[] = []
  worker.addEventListener('message', ({ data }: MessageEvent<number>) => {
    numbers.push(data)
    const percent = Math.round((numbers.length / token.rounds) * 100)
    if (numbers.length < token.rounds) return tell({ state: 'working', percent, answer: '' })
    worker.terminate()
    return tell({ state: 'done', percent, answer: workAnswer(token.id, numbers) })
  })
  worker.addEventListener('error', fail)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker.postMessage(token)
  return worker
}
