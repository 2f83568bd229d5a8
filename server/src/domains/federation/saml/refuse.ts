import { refuse } from '../../../platform/http/refuse.ts'
import { text } from './text.ts'

/** To an administrator, in the words of this protocol. */
export const refuseSaml = (why: Exclude<keyof typeof text.refused, 'unreadable'>): never =>
  refuse('samlProblem', { why: text.refused[why] })
