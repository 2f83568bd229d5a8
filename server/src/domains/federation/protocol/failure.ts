import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusedFrom } from '../../../platform/http/errors.ts'
import { Refused } from '../../../platform/http/refuse.ts'
import { sendPage } from './page.ts'
import { common, text } from './text.ts'

const UNAVAILABLE = 503

interface Shown {
  /** Whether the page names the trace, so that the administrator finds the entry of the log. */
  isTraced?: boolean
  /** Trusted markup, such as a link back to the application. */
  body?: string
}

/** The page for an error that no protocol has words for: too many requests, an outage of the database, or a defect. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, { isTraced = false, body = '' }: Shown = {}) {
  const lines = isTraced ? [text.trace(request.id)] : []
  const refused = refusedFrom(error)
  if (refused?.refusal.http === UNAVAILABLE) return sendPage(reply, { icon: 'bad', title: common.defect, lines, body }, UNAVAILABLE)
  if (error instanceof Refused) return sendPage(reply, { icon: 'bad', title: common.tooOften }, 429)
  request.log.error({ err: error, traceId: request.id }, 'defect')
  return sendPage(reply, { icon: 'bad', title: common.defect, lines, body }, 500)
}
