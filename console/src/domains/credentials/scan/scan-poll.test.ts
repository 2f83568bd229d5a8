import { expect, test } from 'vitest'
import { CallError } from '../../../platform/transport/wire.ts'
import { followScan, type ScanReply, type ScanView } from './scan-poll.ts'

const waiting = (state: 'WAIT' | 'SCANNED' = 'WAIT'): ScanReply => ({
  code: '10004',
  message: '',
  status: false,
  data: { state, qrUrl: 'https://p/', expire: 100 },
})
const login = { token: 't', userId: '7', id: '7', userName: 'ann', realName: '安' }

/** Polls with a clock that moves only in pauses, and the given answers; the last one repeats. */
async function run(answers: (ScanReply | Error)[], more: { isSeen?: () => boolean; abortAt?: number } = {}) {
  const views: ScanView[] = []
  const ending = new AbortController()
  let [time, polls] = [0, 0]
  const result = await followScan({
    ask: async () => {
      const answer = answers[Math.min(polls++, answers.length - 1)]!
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
  return { views, result, polls, time, phases: views.map(({ phase }) => phase) }
}

test('AUTH-18, D-29 the QR code is shown, then it is scanned, then the console opens', async () => {
  const { views, result } = await run([waiting(), waiting('SCANNED'), { code: '0', message: '', data: login }])
  expect(views).toEqual([{ phase: 'waiting', qrUrl: 'https://p/' }, { phase: 'scanned', qrUrl: 'https://p/' }, { phase: 'entering' }])
  expect(result?.data).toEqual(login)
})

test('D-29 the scan is polled every 1500 ms, for 120 s at most', async () => {
  const { polls, time, views } = await run([waiting()])
  expect(polls).toBe(80)
  expect(time).toBe(120_000)
  expect(views.at(-1)).toEqual({ phase: 'over' })
})

test('D-29 the scan is not polled while another tab is in front', async () => {
  let looks = 0
  const { polls, result } = await run([{ code: '0', message: '', data: login }], { isSeen: () => ++looks > 5 })
  expect(polls).toBe(1)
  expect(looks).toBe(6)
  expect(result?.code).toBe('0')
})

test('X-LOGINX-04 an identity that is bound to no user is returned with the key to bind it', async () => {
  const { views, result } = await run([{ code: '10', message: '该微信未绑定账号', data: { bindKey: 'k' } }])
  expect(views).toEqual([{ phase: 'unbound', bindKey: 'k' }])
  expect(result).toBeUndefined()
})

test.each([
  ['a disabled account', { code: '10007', message: '账号已停用，请联系管理员', data: null }, '账号已停用，请联系管理员'],
  ['told already', new CallError('该登录方式未开启', { envelope: { code: 'global_prompt', message: '', data: null }, isShown: true }), ''],
  ['not configured', new CallError('配置信息不全', { envelope: { code: '600', message: '', data: null } }), '配置信息不全'],
])('D-29 %s ends the scan and gives the message to show', async (_name, answer, message) => {
  const { views, polls } = await run([answer])
  expect(views).toEqual([{ phase: 'refused', message }])
  expect(polls).toBe(1)
})

test('D-29 10002 ends the scan as expired', async () => {
  expect((await run([{ code: '10002', message: '二维码已失效，请刷新', data: null }])).views).toEqual([{ phase: 'over' }])
})

test('D-29 a request whose answer is lost is sent again', async () => {
  const { phases, result } = await run([waiting(), new CallError('x', { kind: 'network' }), new CallError('x', { kind: 'timeout' }), { code: '0', message: '', data: login }]) // prettier-ignore
  expect(phases).toEqual(['waiting', 'entering'])
  expect(result?.data).toEqual(login)
})

test('D-29 closing the form ends the scan: no more polls, views or sign-ins', async () => {
  const { polls, phases, result } = await run([waiting()], { abortAt: 3000 })
  expect(polls).toBe(2)
  expect(phases).toEqual(['waiting', 'waiting'])
  expect(result).toBeUndefined()
})
