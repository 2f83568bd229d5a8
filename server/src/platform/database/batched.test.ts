import { expect, test } from 'vitest'
import { Batched, batchedPer } from './batched.ts'

/** Answers each batch only when the test releases it; `batches` holds the questions of each. */
function oracle() {
  const batches: (readonly number[])[] = []
  const open: (() => void)[] = []
  const batched = new Batched<number, string>(async questions => {
    batches.push(questions)
    await new Promise<void>(resolve => open.push(resolve))
    if (questions.includes(13)) throw new Error('thirteen')
    return questions.map(n => `answer ${n}`)
  })
  const breath = () => new Promise<void>(resolve => setImmediate(resolve))
  const tell = async () => {
    open.shift()!()
    await breath()
  }
  return { batched, batches, breath, tell }
}

test('questions asked in the same tick are sent as one batch, later ones in the next; each caller gets its own answer', async () => {
  const { batched, batches, breath, tell } = oracle()
  const first = [1, 2].map(batched.ask)
  await breath()
  const alone = batched.ask(3)
  await breath()
  const later = [4, 5, 6].map(batched.ask)
  await breath()
  expect(batches).toEqual([[1, 2], [3]])
  await tell()
  expect(batches).toEqual([[1, 2], [3], [4, 5, 6]])
  await tell()
  await tell()
  expect(await Promise.all([...first, alone, ...later])).toEqual([1, 2, 3, 4, 5, 6].map(n => `answer ${n}`))
})

test('an error of one question fails no other', async () => {
  const { batched, batches, breath, tell } = oracle()
  const all = Promise.allSettled([7, 13, 8].map(batched.ask))
  await breath()
  for (let n = 0; n < 4; n++) await tell()
  expect((await all).map(one => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'answer 7',
    'Error: thirteen',
    'answer 8',
  ])
  expect(batches).toEqual([[7, 13, 8], [7], [13], [8]])
})

test('a batch has at most sixty-four questions', async () => {
  const { batched, batches, breath, tell } = oracle()
  const all = Promise.all(Array.from({ length: 150 }, (_, n) => batched.ask(100 + n)))
  await breath()
  for (let n = 0; n < 3; n++) await tell()
  expect((await all)[149]).toBe('answer 249')
  expect(batches.map(questions => questions.length)).toEqual([64, 64, 22])
})

test('questions for one connection are never sent over another', async () => {
  const batches: [string, readonly number[]][] = []
  const ask = batchedPer(async (db: { name: string }, questions: readonly number[]) => {
    batches.push([db.name, questions])
    return questions.map(question => `${db.name} ${question}`)
  })
  const [pool, transaction] = [{ name: 'pool' }, { name: 'transaction' }]
  expect(await Promise.all([ask(pool, 1), ask(transaction, 2), ask(pool, 3)])).toEqual(['pool 1', 'transaction 2', 'pool 3'])
  expect(batches).toEqual([['pool', [1, 3]], ['transaction', [2]]]) // prettier-ignore
})
