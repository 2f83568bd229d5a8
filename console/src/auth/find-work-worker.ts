import { findNumber } from './find-work.ts'

interface Token {
  id: string
  rounds: number
  bits: number
}
// Beside the page, so that typing goes on meanwhile.
self.addEventListener('message', ({ data }: MessageEvent<Token>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  for (let round = 0; round < data.rounds; round++) self.postMessage(findNumber(data.id, round, data.bits))
})
