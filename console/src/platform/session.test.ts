import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GlobalConfig } from '@hufu/contract/operations/config'
import { send, setTimeoutMs, type Sendable } from './client.ts'
import {
  forgetSession,
  holdGlobalConfig,
  dropSession,
  onSignOut,
  restoreSession,
  session,
  signIn,
  system,
  toggleCollapsed,
} from './session.ts'

const stored = new Map<string, string>()
const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(() => Promise.resolve(Response.json({ code: 'success', message: '', data: true })))
})
afterEach(() => {
  forgetSession()
  vi.useRealTimers()
  vi.resetAllMocks()
})
const ann = { token: 'T', id: 'u1', userId: 'u1', userName: 'ann', realName: '安安' }

test('ENT-17 the session holds exactly token, id, name, username, avatar, menus, isAdmin', () => {
  signIn(ann)
  expect(session.get()).toEqual({ token: 'T', id: 'u1', name: '安安', username: 'ann', avatar: '', menus: [], isAdmin: false })
})

test('LOGIN-12 CONST-01 the token is stored in local storage under idaas-token', () => {
  signIn(ann)
  expect([...stored]).toEqual([['idaas-token', 'T']])
  session.set({ token: '' })
  restoreSession()
  expect(session.get().token).toBe('T')
})

test('LOGIN-25 LOGIN-26 LOGIN-28 sign-out clears token, id, name, username, menus, the local token and the caches', async () => {
  const empty = vi.fn()
  const undo = onSignOut(empty)
  signIn(ann)
  session.set({ isAdmin: true, avatar: 'f1', menus: [{} as never] })
  system.set({ adminId: '1', publicKey: 'K' })
  await dropSession()
  undo()
  expect(session.get()).toEqual({ token: '', id: '', name: '', username: '', avatar: '', menus: [], isAdmin: false })
  expect(stored.size).toBe(0)
  expect(empty).toHaveBeenCalledTimes(1)
  expect(system.get()).toMatchObject({ adminId: '', globalConfig: undefined, publicKey: 'K' })
})

test('O-67 sign-out sends the logout call, with the token, before it clears the session', async () => {
  signIn(ann)
  fetched.mockImplementation((url, init) => {
    expect(session.get().token).toBe('T')
    expect([url, init!.method, (init!.headers as Record<string, string>)['token']]).toEqual(['/api/userLogin/logout', 'GET', 'T'])
    return Promise.reject(new TypeError('offline'))
  })
  await dropSession()
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(session.get().token).toBe('')
})

test('O-67 sign-out waits at most three seconds for the server', async () => {
  vi.useFakeTimers()
  signIn(ann)
  fetched.mockImplementation(
    (_url, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('abort')))),
  )
  const gone = dropSession()
  await vi.advanceTimersByTimeAsync(2999)
  expect(session.get().token).toBe('T')
  await vi.advanceTimersByTimeAsync(1)
  await gone
  expect(session.get().token).toBe('')
})

test('SHELL-28 the side menu toggles between wide and collapsed', () => {
  const before = system.get().collapsed
  toggleCollapsed()
  expect(system.get().collapsed).toBe(!before)
  toggleCollapsed()
  expect(system.get().collapsed).toBe(before)
})

test('ENT-34 ENT-35 the system state holds an admin id and the public key', () => {
  expect(Object.keys(system.get()).sort()).toEqual(['adminId', 'clientConfig', 'collapsed', 'globalConfig', 'publicConfig', 'publicKey'])
})

test('CONF-18 the timeout is that of the server config: a call of six seconds ends after five, and without one after thirty', async () => {
  vi.useFakeTimers()
  const hanging: Sendable = { method: 'GET', path: '/v3/user/page', transport: 'json' }
  fetched.mockImplementation(
    (_url, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('abort')))),
  )
  for (const [requestTimeout, limit] of [
    [5000, 5000],
    [0, 30_000],
  ]) {
    holdGlobalConfig({ requestTimeout, requestTimeoutMessage: '太慢了' } as GlobalConfig)
    let message = ''
    void send(hanging).catch((error: Error) => (message = error.message))
    await vi.advanceTimersByTimeAsync(limit! - 1)
    expect(message).toBe('')
    await vi.advanceTimersByTimeAsync(1)
    expect(message).toBe('太慢了')
  }
  setTimeoutMs(30_000)
})
