import { expect, test } from 'vitest'
import { CallError } from '../../../platform/wire.ts'
import { followScan, type Asked, type ScanView } from './scan-poll.ts'

const waiting = (state: 'WAIT' | 'SCANNED' = 'WAIT'): Asked => ({
  code: '10004',
  message: '',
  status: false,
  data: { state, qrUrl: 'https://p/', expire: 100 },
})
const login = { token: 't', userId: '7', id: '7', userName: 'ann', realName: '安' }

/** A clock that stands still but for the pauses, and answers in their order; the last one stays. */
async function run(answers: (Asked | Error)[], more: { isSeen?: () => boolean; abortAt?: number } = {}) {
  const views: ScanView[] = []
  const ending = new AbortController()
  let [time, asked] = [0, 0]
  const result = await followScan({
    ask: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]!
      if (answer instanceof Error) throw answer
      return answer
    },
    isSeen: more.isSeen ?? (() => true),
    pause: async ms => {
      time += ms
      if (more.abortAt !== undefined && time >= more.abortAt) ending.abort()
    },
    now: () => time,
    show: view => views.push(view),
    signal: ending.signal,
  })
  return { views, result, asked, time, phases: views.map(({ phase }) => phase) }
}

test('AUTH-18, D-29 the picture, then somebody scans, then the console opens', async () => {
  const { views, result } = await run([waiting(), waiting('SCANNED'), { code: '0', message: '', data: login }])
  expect(views).toEqual([{ phase: 'waiting', qrUrl: 'https://p/' }, { phase: 'scanned', qrUrl: 'https://p/' }, { phase: 'entering' }])
  expect(result?.data).toEqual(login)
})

test('D-29 it is asked every 1500 ms, for 120 s at most', async () => {
  const { asked, time, views } = await run([waiting()])
  expect(asked).toBe(80)
  expect(time).toBe(120_000)
  expect(views.at(-1)).toEqual({ phase: 'over' })
})

test('D-29 nothing is asked while another tab is in front', async () => {
  let looks = 0
  const { asked, result } = await run([{ code: '0', message: '', data: login }], { isSeen: () => ++looks > 5 })
  expect(asked).toBe(1)
  expect(looks).toBe(6)
  expect(result?.code).toBe('0')
})

test('X-LOGINX-04 an identity that is nobody’s comes with the key to bind it', async () => {
  const { views, result } = await run([{ code: '10', message: '该微信未绑定账号', data: { bindKey: 'k' } }])
  expect(views).toEqual([{ phase: 'unbound', bindKey: 'k' }])
  expect(result).toBeUndefined()
})

test.each([
  ['a disabled account', { code: '10007', message: '账号已停用，请联系管理员', data: null }, '账号已停用，请联系管理员'],
  ['told already', new CallError('该登录方式未开启', { envelope: { code: 'global_prompt', message: '', data: null }, told: true }), ''],
  ['not configured', new CallError('配置信息不全', { envelope: { code: '600', message: '', data: null } }), '配置信息不全'],
])('D-29 %s ends it, with what is to be said', async (_name, answer, message) => {
  const { views, asked } = await run([answer])
  expect(views).toEqual([{ phase: 'refused', message }])
  expect(asked).toBe(1)
})

test('D-29 10002: it is over', async () => {
  expect((await run([{ code: '10002', message: '二维码已失效，请刷新', data: null }])).views).toEqual([{ phase: 'over' }])
})

test('D-29 an answer that got lost is asked for again', async () => {
  const { phases, result } = await run([waiting(), new CallError('x', { kind: 'network' }), new CallError('x', { kind: 'timeout' }), { code: '0', message: '', data: login }]) // prettier-ignore
  expect(phases).toEqual(['waiting', 'entering'])
  expect(result?.data).toEqual(login)
})

test('D-29 it ends with its form: nothing more is asked, shown or opened', async () => {
  const { asked, phases, result } = await run([waiting()], { abortAt: 3000 })
  expect(asked).toBe(2)
  expect(phases).toEqual(['waiting', 'waiting'])
  expect(result).toBeUndefined()
})
