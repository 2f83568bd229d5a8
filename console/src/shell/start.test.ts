import { expect, test } from 'vitest'
import { session, system } from '../platform/session.ts'
import { granted } from '../ui/permitted.ts'
import { NotSignedInError, start } from './start.ts'

const answers: Record<string, unknown> = {
  '/v3/user/getCurrentUser': { id: 'u1', userName: 'ann', realName: '安', avatar: null, isAdmin: true, landsAtApps: true },
  '/v3/user/isAdmin': false,
  '/v3/user/getAdminId': '1',
  '/userLogin/getRsaPublicKey': 'KEY',
  '/v3/notice/listNotice': [{ id: 'n1', fileId: 'f1', title: '手册' }],
  '/v3/config/getGlobalConfig': null,
  '/menu/getAuthMenuByUserId': [],
  '/menu/listAuthMenu': { menus: [{ id: 'm', parentId: '0', name: '首页', menu_uri: '/wel/index', menu_icon: null }], buttons: [] },
  '/v3/user/hasForceChangePwd': { hasForceChangePwd: true, forceChangePwdType: 'first' },
}
const asking = (requests: string[], replies = answers) =>
  (async ({ path }: { path: string }) => {
    requests.push(path)
    return replies[path] ?? null
  }) as Parameters<typeof start>[0]

test('LOGIN-19 LOGIN-30 entering the console requests user, administrator, key, files, config and both menus, each once', async () => {
  const requests: string[] = []
  const started = await start(asking(requests))
  expect(requests.toSorted()).toEqual(Object.keys(answers).toSorted())
  expect(started.homeFiles).toEqual([{ id: 'n1', fileId: 'f1', title: '手册' }])
  expect(started.forced.forceChangePwdType).toBe('first')
  expect(granted.get().permissions.menus.has('/wel/index')).toBe(true)
  expect(granted.get().landsAtApps).toBe(true)
  expect(system.get()).toMatchObject({ adminId: '1', publicKey: 'KEY' })
})

test('ENT-17 O-22 name is realName, username is userName, and isAdmin is what the check of the server says', async () => {
  await start(asking([]))
  expect(session.get()).toMatchObject({ id: 'u1', name: '安', username: 'ann', isAdmin: false })
})

test('ERR-11 getCurrentUser without data means that nobody is signed in', async () => {
  await expect(start(asking([], { ...answers, '/v3/user/getCurrentUser': null }))).rejects.toThrow(NotSignedInError)
})
