import { expect, test } from 'vitest'
import { Limiter, KeyedLimiter } from './limiter.ts'
import { Refused } from '../http/refuse.ts'

test('D-22, bad input 39 concurrency is limited, with a bounded queue in order; beyond it a call is refused with a time to retry; a failure frees its place', async () => {
  const limiter = new Limiter(2, 3)
  const open: (() => void)[] = []
  const begun: number[] = []
  const work = (n: number) =>
    limiter.run(async () => {
      begun.push(n)
      await new Promise<void>(resolve => open.push(resolve))
      if (n === 0) throw new Error('failed')
      return n
    })
  const all = [0, 1, 2, 3, 4, 5].map(work)
  const ends = Promise.allSettled(all)
  await expect(all[5]).rejects.toMatchObject({ reason: 'tooOften', detail: { seconds: 1 } })
  expect([begun, limiter.waiting]).toEqual([[0, 1], 3])
  for (let n = 0; n < 5; n++) {
    open.shift()!()
    await expect.poll(() => begun.length).toBe(Math.min(5, n + 3))
  }
  expect((await ends).map(end => end.status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect([begun, limiter.waiting]).toEqual([[0, 1, 2, 3, 4], 0])
  const after = limiter.run(async () => 'room')
  expect(await after).toBe('room')
})

test('T9 calls with one key run one after the other, with other keys in parallel; beyond its queue only that key is refused', async () => {
  const lanes = new KeyedLimiter(1)
  const open: (() => void)[] = []
  const begun: string[] = []
  const work = (key: string) =>
    lanes.run(key, async () => {
      begun.push(key)
      await new Promise<void>(resolve => open.push(resolve))
    })
  const all = ['a', 'a', 'b', 'a'].map(work)
  await expect(all[3]).rejects.toThrow(Refused)
  expect(begun).toEqual(['a', 'b'])
  for (let n = 0; n < 3; n++) {
    await expect.poll(() => open.length).toBeGreaterThan(0)
    open.shift()!()
  }
  await Promise.all(all.slice(0, 3))
  expect(begun).toEqual(['a', 'b', 'a'])
})
