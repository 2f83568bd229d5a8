import { workAnswer } from '@hufu/contract/proof-of-work'
import { send } from '../kernel/client.ts'
import { ok } from '../kernel/wire.ts'
import { calls } from './calls.ts'
import type { Progress } from './use-work.ts'

/** Fetches a token and works on it beside the page. Answers how to end it. */
export function doWork(tell: (progress: Progress) => void): () => void {
  let worker: Worker | undefined
  let isOver = false
  const fail = () => tell({ state: 'failed', percent: 0, answer: '' })
  void send(calls.proofOfWork).then(answer => {
    if (isOver) return
    if (!ok(answer)) return fail()
    worker = workOn(answer.data, tell, fail)
  }, fail)
  return () => {
    isOver = true
    worker?.terminate()
  }
}

function workOn(token: { id: string; rounds: number; bits: number }, tell: (progress: Progress) => void, fail: () => void): Worker {
  const worker = new Worker(new URL('./find-work-worker.ts', import.meta.url), { type: 'module' })
  const numbers: number[] = []
  worker.onmessage = ({ data }: MessageEvent<number>) => {
    numbers.push(data)
    const percent = Math.round((numbers.length / token.rounds) * 100)
    if (numbers.length < token.rounds) return tell({ state: 'working', percent, answer: '' })
    worker.terminate()
    return tell({ state: 'done', percent, answer: workAnswer(token.id, numbers) })
  }
  worker.onerror = fail
  worker.postMessage(token)
  return worker
}
