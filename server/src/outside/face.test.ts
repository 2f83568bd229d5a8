import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFace, type FakeFace } from '../../test/fakes/face.ts'
import { json } from '../../test/fakes/fake.ts'
import { httpFace, type FaceKeys } from './face.ts'
import { createHttpSender } from './http-sender.ts'

let fake: FakeFace
beforeAll(async () => {
  fake = await openFace()
  fake.knows('picture of Ann', ann)
})
afterAll(() => fake.close())

const ann = { name: '安妮', idCard: '11010119900307123X' }
const send = createHttpSender({ withLoopback: true, timeoutMs: 2000 })
const provider = (more: Partial<FaceKeys> = {}) =>
  httpFace({ address: `${fake.address}/compare`, appId: fake.appId, secret: fake.secret, ...more }, send)
const compare = (image: string, more?: Partial<FaceKeys>) => provider(more).compare(ann.name, ann.idCard, image)
const kindOf = async (work: Promise<unknown>) => ((await work.catch((error: unknown) => error)) as { kind: string }).kind

test('D-31 the user’s own face matches, another does not; both have a transaction number', async () => {
  expect(await compare('picture of Ann')).toEqual({ pass: true, transaction: expect.stringMatching(/^T/) })
  expect(await compare('picture of Eve')).toEqual({ pass: false, transaction: expect.stringMatching(/^T/) })
})

test('T11 a picture that is not live does not match, whoever it shows', async () => {
  fake.playDead()
  expect((await compare('picture of Ann')).pass).toBe(false)
})

test('T11 a forged or earlier answer, or one to another request, is refused', async () => {
  const yes = { code: '0', pass: true, live: true, transaction: 'T1', nonce: '', sign: 'a'.repeat(64) }
  fake.next('/compare', json(yes))
  expect(await kindOf(compare('picture of Eve'))).toBe('forged')
  await compare('picture of Ann')
  fake.next('/compare', fake.replies.at(-1)!)
  expect(await kindOf(compare('picture of Eve'))).toBe('forged')
})

test('D-31 wrong keys, another shape, an HTTP error and no answer give no result', async () => {
  expect(await kindOf(compare('x', { secret: 'wrong' }))).toBe('config')
  expect(await kindOf(compare('x', { appId: 'other' }))).toBe('config')
  expect(await kindOf(compare('x', { address: '' }))).toBe('config')
  fake.next('/compare', { text: 'no' })
  expect(await kindOf(compare('x'))).toBe('unreachable')
  fake.next('/compare', { status: 500, text: '{}' })
  expect(await kindOf(compare('x'))).toBe('unreachable')
  expect(await kindOf(compare('x', { address: 'http://127.0.0.1:9/' }))).toBe('unreachable')
})
