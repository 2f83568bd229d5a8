import { afterEach, expect, test, vi } from 'vitest'
import { askAgent, present, type CertificateAgent } from './certificate-agent.ts'
import { text } from './certificate-text.ts'

afterEach(() => vi.unstubAllGlobals())
const offering = (hufuCertificate: unknown) => vi.stubGlobal('window', { hufuCertificate })
const rejecting = (error: unknown): CertificateAgent => ({ sign: vi.fn<CertificateAgent['sign']>().mockRejectedValue(error) })

test('only an object with a sign function is an agent', () => {
  for (const none of [undefined, null, 1, 'sign', {}, { sign: 'sign' }]) {
    offering(none)
    expect(present()).toBeUndefined()
  }
  const agent = { sign: async () => ({ cert: 'c', sign: 's' }) }
  offering(agent)
  expect(present()).toBe(agent)
})

test('certificate and signature are accepted from an answer only if both are text', async () => {
  const answering = (answer: unknown) => ({ sign: async () => answer }) as CertificateAgent
  expect(await askAgent(answering({ cert: 'c', sign: 's', pin: '123456' }), 'n')).toEqual({ cert: 'c', sign: 's' })
  for (const wrong of [undefined, null, 'c', { cert: 'c' }, { cert: 'c', sign: 1 }])
    expect(await askAgent(answering(wrong), 'n')).toBe(text.agentProblem)
})

test('console.md 6.7 each problem that an agent can report has its own sentence; all others share one', async () => {
  for (const [code, sentence] of Object.entries(text.agentProblems)) expect(await askAgent(rejecting({ code }), 'n')).toBe(sentence)
  for (const wrong of [undefined, 'cancelled', new Error('cancelled'), { code: 'constructor' }, { code: 7 }])
    expect(await askAgent(rejecting(wrong), 'n')).toBe(text.agentProblem)
})
