import { expect, test, vi } from 'vitest'
import { interceptResponse } from './intercept-response.ts'
import { CallError, ok, type Envelope } from './wire.ts'

const stub = () => ({ alert: vi.fn(), toast: vi.fn(), signOutAndReload: vi.fn() })
const answer = (code: string | number, more: Partial<Envelope> = {}): Envelope => ({ code, message: 'm', data: null, ...more })
function refused(envelope: Envelope, tell = stub()) {
  try {
    interceptResponse(envelope, tell)
  } catch (error) {
    if (error instanceof CallError) return { error, tell }
  }
  throw new Error('was not refused')
}

test.each([
  ['ERR-15', 'service_error'],
  ['ERR-16', 'global_prompt'],
])('%s %s: an alert titled 提示 with the message, and the request is rejected', (_id, code) => {
  const { error, tell } = refused(answer(code))
  expect(tell.alert.mock.calls).toEqual([['提示', 'm']])
  expect(error).toMatchObject({ message: 'm', isShown: true, kind: 'refused' })
})

test.each([
  ['ERR-17', 'invalid_credentials'],
  ['ERR-18', '6'],
  ['ERR-18', 6],
])('%s %s: sign out and reload, without an alert', (_id, code) => {
  const { tell } = refused(answer(code, { status: false }))
  expect(tell.signOutAndReload).toHaveBeenCalledExactlyOnceWith('m')
  expect(tell.alert).not.toHaveBeenCalled()
})

test('ERR-19 10005: alert 查询不到字典类别： plus data, once, and rejected (O-06)', () => {
  expect(refused(answer('10005', { data: 'zzz' })).tell.alert.mock.calls).toEqual([['提示', '查询不到字典类别：zzz']])
})

test('ERR-20 10006: alert 存在非法字符, once, and rejected (O-06)', () => {
  expect(refused(answer('10006', { data: 'name', status: false })).tell.alert.mock.calls).toEqual([['提示', '存在非法字符']])
})

test('ERR-21 ERR-22 600 with data containing 请: toast of data for 3000 ms, rejected as 配置信息不全 (O-03)', () => {
  const { error, tell } = refused(answer('600', { data: '请先配置短信网关' }))
  expect(tell.toast.mock.calls).toEqual([['请先配置短信网关', 3000, 'warning']])
  expect(error.message).toBe('配置信息不全')
  expect(tell.alert).not.toHaveBeenCalled()
})

test.each([
  ['ERR-23', '4403'],
  ['ERR-24', '0'],
  ['ERR-24', 0],
  ['ERR-25', '10'],
  ['ERR-26', '4'],
  ['ERR-27', '7'],
  ['ERR-28', '10002'],
  ['ERR-29', '10004'],
  ['ERR-30', '10007'],
  ['ERR-31', '3010'],
  ['ERR-33', 'success'],
  ['ERR-33', 'password_error'],
])('%s code %s passes through as a normal response', (_id, code) => {
  const tell = stub()
  const envelope = answer(code)
  expect(interceptResponse(envelope, tell)).toBe(envelope)
  expect([tell.alert, tell.toast, tell.signOutAndReload].flatMap(({ mock }) => mock.calls)).toEqual([])
})

test('ERR-32 600 passes through when data does not contain 请', () => {
  const tell = stub()
  expect(interceptResponse(answer('600', { data: 'x' }), tell).data).toBe('x')
  expect(interceptResponse(answer(600, { data: { 请: 1 } }), tell).code).toBe(600)
  expect(tell.toast).not.toHaveBeenCalled()
})

test('ERR-34 any other code shows an alert with data or message and rejects', () => {
  expect(refused(answer('500', { data: 'd' })).tell.alert.mock.calls).toEqual([['提示', 'd']])
  expect(refused(answer(500)).tell.alert.mock.calls).toEqual([['提示', 'm']])
  expect(refused(answer(500, { data: { a: 1 } })).tell.alert.mock.calls).toEqual([['提示', 'm']])
})

test('ERR-35 status false alerts the message once and resolves, save for code 10004 (O-05)', () => {
  const tell = stub()
  interceptResponse(answer('0', { status: false }), tell)
  interceptResponse(answer('10004', { status: false }), tell)
  expect(tell.alert.mock.calls).toEqual([['提示', 'm']])
  expect(refused(answer('500', { status: false })).tell.alert).toHaveBeenCalledTimes(1)
})

test('D-02 success is 0 or success, compared as text, and status not false', () => {
  const verdicts = [answer(0), answer('0'), answer('success'), answer('success', { status: false }), answer('10'), answer('4403')].map(ok)
  expect(verdicts).toEqual([true, true, true, false, false, false])
})
