import { refuse } from '../../../platform/http/refuse.ts'
import { text } from './text.ts'

/** Refuses a call of an administrator with a message about SAML. */
export const refuseSaml = (why: Exclude<keyof typeof text.refused, 'unreadable'>): never =>
  refuse('samlProblem', { why: text.refused[why] })
