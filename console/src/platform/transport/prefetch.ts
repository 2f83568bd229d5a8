import type { config } from '@hufu/contract/operations/config'
import type { menus } from '@hufu/contract/permission/menu'
import type { notice } from '@hufu/contract/operations/notice'
import type { self } from '@hufu/contract/sign-in/sign-in'
import { transmit } from '../client.ts'
import { calls, plain } from './plain-calls.ts'
import type { AnySendable, Envelope } from './wire.ts'

/** The shell's first calls; plain-calls.test.ts compares each with the contract. */
export const firstCalls = {
  current: plain<typeof self.current>('GET', '/v3/user/getCurrentUser'),
  isAdmin: plain<typeof self.isAdmin>('GET', '/v3/user/isAdmin'),
  forcedChange: plain<typeof self.forcedChange>('GET', '/v3/user/hasForceChangePwd'),
  menus: plain<typeof menus.mine>('GET', '/menu/getAuthMenuByUserId'),
  granted: plain<typeof menus.granted>('GET', '/menu/listAuthMenu'),
  globalConfig: plain<typeof config.global>('GET', '/v3/config/getGlobalConfig'),
  adminId: plain<typeof self.adminId>('GET', '/v3/user/getAdminId'),
  publicKey: calls.publicKey,
  homeFiles: plain<typeof notice.list>('GET', '/v3/notice/listNotice'),
}

const replies = new Map<string, Promise<Envelope>>()

/** Sends them while the shell is still loading; the shell handles the replies. */
export function prefetchFirstCalls(): void {
  for (const call of Object.values(firstCalls)) {
    const answer = transmit(call)
    // A failure is reported by the code that takes the answer.
    answer.catch(() => undefined)
    replies.set(call.path, answer)
  }
}

/** The reply in flight, given out once. */
export function takePrefetched({ path }: AnySendable): Promise<Envelope> | undefined {
  const answer = replies.get(path)
  replies.delete(path)
  return answer
}
