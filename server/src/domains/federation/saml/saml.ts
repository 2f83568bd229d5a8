import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../../platform/kernel.ts'
import { readForm, leaveBodiesUnparsed } from '../protocol/form.ts'
import { sendFailure } from '../protocol/failure.ts'
import { escapeHtml, sendPage } from '../protocol/page.ts'
import { likelySenders } from '../connect/refused.sql.ts'
import { type Message, readPosted, readQuery, relayStateOf } from './sso/message.ts'
import { ownMetadata } from './metadata/metadata-out.ts'
import { SAML_PATH } from './own-entity.ts'
import { reject, SamlProblem } from './problem.ts'
import { HEADERS } from './sso/send.ts'
import { continueConsoleSignOut, logOut, showUnfinishedSignOut, skipCurrent, takeLogoutRequest, takeLogoutResponse } from './logout/slo.ts'
import { writeRefusal } from './sp.sql.ts'
import { declineWaiting, ErrorWithReturnLink } from './sso/decline.ts'
import { answerAtOnce, answerWaiting, start, takeJob } from './sso/sso.ts'
import { text } from './text.ts'
import { redirectToResume, storeRequest, receive } from './sso/waiting.ts'

const MINUTE = 60_000
/** The same limit for each address as at the other protocols, because a whole office may share one address. */
const REQUESTS_A_MINUTE = 600
/** Bytes: room for a message of 64 KiB in base64 and the other fields. */
const FORM_MAX = 131_072

type Handler = (kernel: Kernel, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** SAML 2.0, identity provider, under /protocols/saml (docs/decisions/saml.md, 0071). */
export async function serveSaml(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const counted = (work: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    await kernel.limits.count('samlLogin', request.ip, REQUESTS_A_MINUTE, MINUTE)
    return work(kernel, request, reply)
  }
  await app.register(async scope => {
    scope.setErrorHandler((error, request, reply) => answerError(kernel, error, request, reply))
    leaveBodiesUnparsed(scope)
    scope.get(`${SAML_PATH}/metadata`, counted(metadata))
    scope.get(`${SAML_PATH}/sso`, counted(ssoByRedirect))
    scope.post(`${SAML_PATH}/sso`, counted(ssoByPost))
    scope.get(
      `${SAML_PATH}/go`,
      counted(async (_, request, reply) => answerWaiting(kernel, request, reply, oneOf(request, 'r') ?? '')),
    )
    scope.get(
      `${SAML_PATH}/decline`,
      counted(async (_, request, reply) => declineWaiting(kernel, reply, oneOf(request, 'r') ?? '', oneOf(request, 'why') ?? '')),
    )
    scope.post(
      `${SAML_PATH}/job`,
      counted(async (_, request, reply) => takeJob(kernel, request, reply, await formOf(request))),
    )
    scope.get(`${SAML_PATH}/start/:appCode`, counted(startAt))
    scope.get(
      `${SAML_PATH}/slo`,
      counted(async (_, request, reply) => slo(kernel, request, reply, readQuery(queryIn(request)))),
    )
    scope.post(
      `${SAML_PATH}/slo`,
      counted(async (_, request, reply) => slo(kernel, request, reply, readPosted(await formOf(request)))),
    )
    scope.get(`${SAML_PATH}/slo/rest`, counted(showUnfinishedSignOut))
    scope.get(`${SAML_PATH}/slo/next`, counted(skipCurrent))
    scope.get(`${SAML_PATH}/logout`, counted(logOut))
    scope.get(
      `${SAML_PATH}/leave`,
      counted(async (_, request, reply) => continueConsoleSignOut(kernel, request, reply, oneOf(request, 'r') ?? '')),
    )
  })
}

/** The query as received, because the signature covers these bytes. */
const queryIn = ({ raw }: FastifyRequest) => (raw.url ?? '').split('?').slice(1).join('?')

function oneOf({ query }: FastifyRequest, name: string): string | undefined {
  const value = (query as Record<string, unknown>)[name]
  return value === undefined || typeof value === 'string' ? value : reject('malformed', `${name} twice`)
}

async function formOf(request: FastifyRequest): Promise<URLSearchParams> {
  const form = await readForm(request, FORM_MAX)
  return typeof form === 'string' ? reject(form.includes('large') ? 'tooLarge' : 'malformed', form) : form
}

const metadata: Handler = async (kernel, _request, reply) =>
  reply
    .headers({ 'cache-control': 'max-age=300', 'x-content-type-options': 'nosniff' })
    .type('application/samlmetadata+xml')
    .send(await ownMetadata(kernel))

const ssoByRedirect: Handler = async (kernel, request, reply) =>
  answerAtOnce(kernel, request, reply, await receive(kernel, readQuery(queryIn(request))))

/** A form posted from another site carries no SameSite=Lax cookie, but the redirect to an address of Hufu does. */
const ssoByPost: Handler = async (kernel, request, reply) =>
  redirectToResume(reply, await storeRequest(kernel, await receive(kernel, readPosted(await formOf(request)))))

const startAt: Handler = async (kernel, request, reply) => {
  const { appCode } = request.params as { appCode: string }
  const relayState = relayStateOf(oneOf(request, 'RelayState')) ?? null
  if (appCode.includes('\0')) reject('unknownIssuer')
  return start(kernel, request, reply, appCode, relayState)
}

const slo = (kernel: Kernel, request: FastifyRequest, reply: FastifyReply, message: Message) =>
  message.kind === 'request' ? takeLogoutRequest(kernel, request, reply, message) : takeLogoutResponse(kernel, reply, message)

const FORBIDDEN: ReadonlySet<string> = new Set(['unknownIssuer', 'unsolicited'])

async function answerError(kernel: Kernel, thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  void reply.headers(HEADERS)
  const [error, back] = thrown instanceof ErrorWithReturnLink ? [thrown.cause, thrown.back] : [thrown]
  const body = back === undefined ? '' : `<nav><a href="${escapeHtml(back)}">${text.backToApp}</a></nav>`
  if (error instanceof SamlProblem) {
    const { problem, message: detail, appId } = error
    request.log.warn({ traceId: request.id, problem, detail, appId }, 'SAML message refused')
    for (const id of appId !== undefined ? [appId] : problem === 'unknownIssuer' ? await likelySenders(kernel.db, 'saml', detail) : [])
      await writeRefusal(kernel.db, { appId: id, problem, detail: detail.slice(0, 300), ip: request.ip })
    const [title, how] = text.problems[problem]
    return sendPage(reply, { icon: 'bad', title, lines: [how, text.trace(request.id)], body }, FORBIDDEN.has(problem) ? 403 : 400)
  }
  return sendFailure(error, request, reply, { isTraced: true, body })
}
