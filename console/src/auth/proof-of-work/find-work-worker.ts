import { findNumber } from './find-work.ts'

interface Token {
  id: string
  rounds: number
  bits: number
}
// In a worker, so that typing is not blocked.
self.addEventListener('message', ({ data }: MessageEvent<Token>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  for (let round = 0; round < data.rounds; round++) self.postMessage(findNumber(data.id, round, data.bits))
})
