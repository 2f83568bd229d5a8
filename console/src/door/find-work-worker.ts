import { findNumber } from './find-work.ts'

// Beside the page, so that typing goes on meanwhile.
self.onmessage = ({ data }: MessageEvent<{ id: string; rounds: number; bits: number }>) => {
  for (let round = 0; round < data.rounds; round++) self.postMessage(findNumber(data.id, round, data.bits))
}
