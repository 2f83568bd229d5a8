import type { SamlProblemName } from '@hufu/contract/federation/saml'
import { refuse } from '../../../platform/http/refuse.ts'
import { text } from './text.ts'

/** Why a message of the other end is refused; the detail is for administrators. */
export class SamlProblem extends Error {
  readonly problem: SamlProblemName
  /** Whose message it was, where that is known. */
  appId: string | undefined
  constructor(problem: SamlProblemName, detail = '') {
    super(detail)
    this.problem = problem
  }
}

const DETAIL_MAX = 300
export function reject(problem: SamlProblemName, detail = ''): never {
  throw new SamlProblem(problem, detail.slice(0, DETAIL_MAX))
}

/** To an administrator, in the words of this protocol. */
export const refuseSaml = (why: Exclude<keyof typeof text.refused, 'unreadable'>): never =>
  refuse('samlProblem', { why: text.refused[why] })
