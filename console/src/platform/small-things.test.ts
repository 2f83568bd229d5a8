import { expect, test, vi } from 'vitest'
import { isOwnAddress, isPublic, readAddress } from './address.ts'
import { readClientConfig } from './client-config.ts'
import * as constants from './constants.ts'
import { countryLoginMode } from './sign-in/country-login.ts'
import { debounce } from './debounce.ts'
import { clearErrors, inBackground, loggedErrors, recordError } from './error-log.ts'
import { isNearBottom } from './scroll-load.ts'
import { CallError } from './transport/wire.ts'

test('CONST-01 CONST-04 to CONST-07 CONST-14 to CONST-18 CONST-25 the numbers of specification section 9', () => {
  expect(constants).toMatchObject({
    TOKEN_KEY: 'idaas-token', PASSWORD_MAX: 20, INITIAL_PASSWORD_MAX: 32, INPUT_MAX: 50, PASSWORD_MIN: 8,
    WARNING_MS: 8000, ERROR_MS: 5000, CONFIG_MS: 3000, REQUEST_TIMEOUT: 30_000, TASK_POLL_MS: 1500, DEBOUNCE_MS: 300,
    SCROLL_LOAD_PX: 10, DIALOG_WIDTH: 550, SMALL_DIALOG_WIDTH: 400, PROGRESS_WIDTH: '30%', TOOLS_SHOWN: 2,
    VERSION_LABEL: '当前版本号', VERSION_VALUE: 'v0.0.0',
  }) // prettier-ignore
})

test('CONST-19 debounce runs once, 300 ms after the last call', () => {
  vi.useFakeTimers()
  const act = vi.fn()
  const later = debounce(act)
  later(1)
  vi.advanceTimersByTime(299)
  later(2)
  vi.advanceTimersByTime(299)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledExactlyOnceWith(2)
  later(3)
  later.cancel()
  vi.advanceTimersByTime(1000)
  expect(act).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

test('CONST-20 a dropdown loads more within 10 px of its bottom', () => {
  expect(isNearBottom({ scrollHeight: 500, clientHeight: 200, scrollTop: 290 })).toBe(true)
  expect(isNearBottom({ scrollHeight: 500, clientHeight: 200, scrollTop: 289 })).toBe(false)
})

test.each([
  ['CONST-12', 'iframe', [1, '1', true, 'true']],
  ['CONST-13', 'location', [2, '2']],
  ['D-69', 'off', [0, '', false, undefined, null, '0', 3, {}]],
])('%s country login mode %s', (_id, mode, values) => {
  expect(values.map(countryLoginMode)).toEqual(values.map(() => mode))
})

test('SHELL-13 SHELL-14 CONST-25 D-36 a missing or broken config.json gives the defaults', () => {
  const defaults = {
    documentTitle: '统一身份认证', title: '统一身份认证与访问管理平台', needShowUserDropDown: true, changelog: '',
    productVersion: '', projectVersion: { label: '当前版本号', value: 'v0.0.0' },
  } // prettier-ignore
  for (const raw of [undefined, null, 'x', 7, [], {}, { title: {}, product: 1 }]) expect(readClientConfig(raw)).toEqual(defaults)
})

test('ENT-20 SHELL-10 SHELL-11 SHELL-12 flat keys and nested ones are read, flat ones first', () => {
  const flat = readClientConfig({
    documentTitle: 'D', title: 'T', needShowUserDropDown: false, 'product.changelog': './c.json', 'product.version': 'V2.1',
    'project.version.label': '项目版本', 'project.version.value': 'P3', product: { version: 'nested' },
  }) // prettier-ignore
  expect(flat).toEqual({
    documentTitle: 'D', title: 'T', needShowUserDropDown: false, changelog: './c.json', productVersion: 'V2.1',
    projectVersion: { label: '项目版本', value: 'P3' },
  }) // prettier-ignore
  const nested = readClientConfig({ product: { version: 'V2.1' }, project: { version: { label: 'L', value: 'P3' } } })
  expect([nested.productVersion, nested.projectVersion]).toEqual(['V2.1', { label: 'L', value: 'P3' }])
})

test.each([
  [false, undefined],
  [true, { label: '当前版本号', value: 'v0.0.0' }],
  ['P9', { label: '当前版本号', value: 'P9' }],
])('O-54 project.version %j', (version, shown) => {
  expect(readClientConfig({ 'project.version': version }).projectVersion).toEqual(shown)
  expect(readClientConfig({ project: { version } }).projectVersion).toEqual(shown)
})

test('D-67 the error log keeps the newest hundred, without query strings', () => {
  clearErrors()
  for (let number = 0; number < 120; number++) recordError(new Error(`e${number}`), '/x')
  expect([loggedErrors().length, loggedErrors()[0]?.message, loggedErrors()[99]?.message]).toEqual([100, 'e119', 'e20'])
  clearErrors()
  recordError(Object.assign(new Error('m'), { stack: 'at https://h/a.js?ticket=secret:1:2' }))
  expect(loggedErrors()[0]?.stack).toBe('at https://h/a.js:1:2')
})

test('D-67 failures of background work are in the error log, a refused call only once', async () => {
  clearErrors()
  const failed = Promise.reject(new Error('lost'))
  const refused = Promise.reject(new CallError('refused', { isShown: true }))
  inBackground(failed)
  inBackground(refused)
  await Promise.allSettled([failed, refused])
  expect(loggedErrors().map(({ message }) => message)).toEqual(['lost'])
})

test('LOGIN-15 LOGIN-16 ticket, code and uri are removed from the address, the rest stays', () => {
  expect(readAddress('/a/b?ticket=t&x=1#h')).toEqual({ ticket: 't', code: '', uri: '', rest: '/a/b?x=1#h' })
  expect(readAddress('/?code=c&x=1').rest).toBe('/?x=1')
  expect(readAddress('/?uri=%2Fapp%2Flist')).toMatchObject({ uri: '/app/list', rest: '/' })
})

test('D-39 an address of this console begins with exactly one slash', () => {
  expect(['/a', '/', '/a?b#c'].map(isOwnAddress)).toEqual([true, true, true])
  expect(['//x', '/\\x', 'https://x', 'javascript:1', '', '/a\\b'].map(isOwnAddress)).toEqual(Array.from({ length: 6 }, () => false))
})

test('ROUTE-01 to ROUTE-05 five addresses are reachable without a token', () => {
  expect(['/login', '/retrieve', '/unauth', '/log', '/404', '/login/'].map(isPublic)).toEqual(Array.from({ length: 6 }, () => true))
  expect(['/', '/organiz/index', '/nonsense', '/loginx'].map(isPublic)).toEqual([false, false, false, false])
})
