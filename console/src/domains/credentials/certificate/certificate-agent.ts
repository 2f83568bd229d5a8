import { useSyncExternalStore } from 'react'
import { text } from './certificate-text.ts'

/**
 * The certificate agent that signs for this page (docs/certificate-agent.md). There is no standard: every issuer has a
 * local service, which its browser extension or script offers to the page as `window.hufuCertificate`.
 */
export interface CertificateAgent {
  /** Signs the bytes of the nonce in UTF-8; the holder chooses the certificate and types the PIN in the agent's own window. */
  sign(nonce: string): Promise<Signature>
}
export interface Signature {
  /** Base64 of DER, or PEM. */
  cert: string
  /** Base64. */
  sign: string
}

declare global {
  interface Window {
    hufuCertificate?: unknown
  }
}
/** The window event by which an agent loaded after the page announces itself. */
const READY = 'hufucertificateready'

/** The agent, once there is one. */
export const useAgent = (): CertificateAgent | undefined => useSyncExternalStore(watch, present)

function watch(look: () => void): () => void {
  addEventListener(READY, look)
  return () => removeEventListener(READY, look)
}

export function present(): CertificateAgent | undefined {
  const found = window.hufuCertificate
  return isObject(found) && typeof found.sign === 'function' ? (found as unknown as CertificateAgent) : undefined
}

/** The signature, or the sentence that says why there is none. */
export async function askAgent(agent: CertificateAgent, nonce: string): Promise<Signature | string> {
  try {
    const answer: unknown = await agent.sign(nonce)
    return isObject(answer) && typeof answer.cert === 'string' && typeof answer.sign === 'string'
      ? { cert: answer.cert, sign: answer.sign }
      : text.agentProblem
  } catch (error) {
    const code = isObject(error) && typeof error.code === 'string' ? error.code : ''
    return Object.hasOwn(text.agentProblems, code) ? text.agentProblems[code as keyof typeof text.agentProblems] : text.agentProblem
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
