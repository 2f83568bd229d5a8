import type { AnyCall } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import type { TestServer } from './harness.ts'
import { type Holdings, permits } from './permits.ts'

export const calls: readonly { name: string; call: AnyCall }[] = Object.entries(allCalls).flatMap(([noun, group]) =>
  Object.entries(group).map(([name, call]) => ({ name: `${noun}.${name}`, call })),
)

/** The code a call must be refused with, or undefined if the subject is permitted. */
export type Verdict = (call: AnyCall) => string | undefined
export const holding =
  (holds: Holdings): Verdict =>
  call =>
    permits(call, holds) ? undefined : '4403'

/** Makes all calls, or those given, and returns those answered otherwise than they should be. */
export async function wrongAnswers(
  server: TestServer,
  enter: () => Promise<string | undefined>,
  verdict: Verdict,
  made = calls,
): Promise<string[]> {
  const token = await enter()
  const wrong: string[] = []
  for (const { name, call } of made) {
    // Signing out would end the session that the rest of the walk needs.
    const mine = call === signIn.logout ? await enter() : token
    const answer = await fetch(`${server.address}/api${call.path}`, {
      method: call.method,
      headers: mine === undefined ? {} : { token: mine },
    })
    const text = await answer.text()
    const code = text.startsWith('{') ? (JSON.parse(text) as { code: string }).code : ''
    const refusedWith = ['invalid_credentials', '6', '4403'].includes(code) ? code : undefined
    // No session counts as an API client.
    const wanted = call.permit === 'client' ? '4403' : verdict(call)
    if (refusedWith !== wanted || answer.status === 500 || answer.status !== statusFor(call, refusedWith, answer.status))
      wrong.push(`${name}: ${answer.status} ${text.slice(0, 100)}`)
  }
  return wrong
}

/** D-04: a refused link or image call also has a status of its own; a JSON call only has its code. */
function statusFor(call: AnyCall, code: string | undefined, status: number): number {
  if (code === undefined) return status
  if (call.transport === 'json' || call.transport === 'upload') return 200
  return code === '4403' ? 403 : 401
}
