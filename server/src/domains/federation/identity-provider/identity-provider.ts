import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../../platform/kernel.ts'
import { isSecure } from '../../../platform/http/origin.ts'
import { sendFailure } from '../protocol/failure.ts'
import { escapeHtml, sendPage } from '../protocol/page.ts'
import { readForm, leaveBodiesUnparsed } from '../protocol/form.ts'
import { callbackOf, UPSTREAM_PATH } from './addresses.ts'
import { beginVisit, type KeepCookie } from './begin.ts'
import { storePostedAnswer, takeCallback, redeemPostedAnswer } from './callback.ts'
import { ProviderProblem, reject } from './identity.ts'
import { providerByCode, type StoredProvider } from './provider.sql.ts'
import { type Message, readPosted, readQuery } from '../saml/sso/message.ts'
import { SamlProblem } from '../saml/problem.ts'
import { takeCasLogout, takeLogoutToken } from './logout.ts'
import { postedAnswer, spMetadata } from './saml.ts'
import { takeProviderLogout } from './saml-logout.ts'
import { currentVisitor } from '../protocol/visitor.ts'
import { text, chinese } from './text.ts'
import { writeLoginLog } from '../../sign-in/index.ts'
import { reasonInChinese } from './explanations.ts'

const MINUTE = 60_000
/** As for the other protocols: many people behind one office address may start work at the same time. */
const REQUESTS_A_MINUTE = 600
/** Enough for a message of 64 KiB in base64 and the other fields. */
const FORM_MAX = 131_072
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

type Handler = (provider: StoredProvider, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export const cookiesOf =
  (kernel: Pick<Kernel, 'settings'>, reply: FastifyReply): KeepCookie =>
  (name, value, options) => {
    void reply.setCookie(name, value, { ...options, secure: isSecure(kernel) })
  }

/** Sign-in by external identity providers, under /protocols/upstream (docs/decisions/identity-providers.md, 0090). */
export async function serveIdentityProviders(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const at = (work: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    await kernel.limits.count('idpLogin', request.ip, REQUESTS_A_MINUTE, MINUTE)
    const { code } = request.params as { code: string }
    const provider = code.includes('\0') ? undefined : await providerByCode(kernel.db, code)
    if (!provider) return missingPage(reply)
    try {
      return await work(provider, request, reply)
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      return problemPage(kernel, request, reply, provider, error)
    }
  }
  await app.register(async scope => {
    scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, { isTraced: true }))
    leaveBodiesUnparsed(scope)
    scope.get(
      `${UPSTREAM_PATH}/:code/start`,
      at(async (provider, request, reply) => {
        if (provider.status !== 1) return missingPage(reply)
        // A signed-in user comes here only to authenticate again, because an application asks for it or they want to.
        const { who } = await currentVisitor(kernel, request, true)
        const wantsFactor = (request.query as Record<string, unknown>).wants === 'factor'
        const from = { request, keepCookie: cookiesOf(kernel, reply), isAgain: who !== undefined, wantsFactor }
        const address = await beginVisit(kernel, provider, { use: 'signIn' }, from)
        return reply.headers(HEADERS).redirect(address, 303)
      }),
    )
    scope.get(
      `${UPSTREAM_PATH}/:code/callback`,
      at(async (provider, request, reply) => {
        if (provider.kind === 'saml') return missingPage(reply)
        return takeCallback(kernel, request, reply, provider, { state: oneOf(request, 'state'), query: queryIn(request) })
      }),
    )
    scope.post(
      `${UPSTREAM_PATH}/:code/callback`,
      at(async (provider, request, reply) =>
        provider.kind === 'cas' ? takeCasLogout(kernel, request, reply, provider) : missingPage(reply),
      ),
    )
    scope.post(
      `${UPSTREAM_PATH}/:code/logout`,
      at(async (provider, request, reply) =>
        provider.kind === 'oidc' ? takeLogoutToken(kernel, request, reply, provider) : missingPage(reply),
      ),
    )
    serveSaml(scope, kernel, at)
  })
}

type At = (work: Handler) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function serveSaml(scope: FastifyInstance, kernel: Kernel, at: At): void {
  const only = (work: Handler) =>
    at(async (provider, ...rest) => (provider.kind === 'saml' ? work(provider, ...rest) : missingPage(rest[1])))
  scope.get(
    `${UPSTREAM_PATH}/:code/metadata`,
    only(async (provider, request, reply) =>
      reply
        .headers({ 'cache-control': 'max-age=300', 'x-content-type-options': 'nosniff' })
        .type('application/samlmetadata+xml')
        .send(await spMetadata(kernel, callbackOf(kernel, request, provider))),
    ),
  )
  scope.post(
    `${UPSTREAM_PATH}/:code/acs`,
    only(async (provider, request, reply) => {
      const form = await readForm(request, FORM_MAX)
      const answer = typeof form === 'string' ? reject('invalid', form) : postedAnswer(form)
      const token = await storePostedAnswer(kernel, provider, { query: '', ...answer })
      return reply.headers(HEADERS).redirect(`${UPSTREAM_PATH}/${provider.code}/acs?r=${encodeURIComponent(token)}`, 303)
    }),
  )
  const slo = (read: (request: FastifyRequest) => Promise<Message>) =>
    only(async (provider, request, reply) => takeProviderLogout(kernel, request, reply, provider, await readMessage(() => read(request))))
  scope.get(
    `${UPSTREAM_PATH}/:code/slo`,
    slo(async request => readQuery(queryIn(request))),
  )
  scope.post(
    `${UPSTREAM_PATH}/:code/slo`,
    slo(async request => {
      const form = await readForm(request, FORM_MAX)
      return typeof form === 'string' ? reject('logoutInvalid', form) : readPosted(form)
    }),
  )
  scope.get(
    `${UPSTREAM_PATH}/:code/acs`,
    only(async (provider, request, reply) => redeemPostedAnswer(kernel, request, reply, provider, oneOf(request, 'r'))),
  )
}

async function readMessage(read: () => Promise<Message>): Promise<Message> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof SamlProblem)) throw error
    throw new ProviderProblem('logoutInvalid', `${error.problem} ${error.message}`, undefined, error)
  }
}

/** The raw query, because the library parses it itself. */
const queryIn = ({ raw }: FastifyRequest) => (raw.url ?? '').split('?').slice(1).join('?')

function oneOf({ query }: FastifyRequest, name: string): string {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : reject('stateGone', `no ${name}`)
}

const backLink = (address: string, words: string) => `<nav><a class="first" href="${escapeHtml(address)}">${words}</a></nav>`

const missingPage = (reply: FastifyReply) =>
  sendPage(reply, { icon: 'bad', title: text.missing[0], lines: [text.missing[1]], body: backLink('/login', text.backToSignIn) }, 404)

async function problemPage(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, provider: StoredProvider, error: ProviderProblem) {
  const { problem, why, message: detail } = error
  request.log.warn(
    { traceId: request.id, provider: provider.code, problem, detail, err: error.cause },
    'sign-in by an identity provider refused',
  )
  // A failed logout is not logged as a sign-in attempt.
  if (problem !== 'logoutInvalid') await noteProblem(kernel, request, provider, error)
  const [title, how] = text.problems[problem]
  const lines = [...(why === undefined ? [] : [why]), how, text.trace(request.id)]
  const status = problem === 'unavailable' ? 502 : 403
  return sendPage(reply, { icon: 'bad', title, lines, body: backLink('/login', text.backToSignIn) }, status)
}

/** Logs the failed attempt in Chinese, like all records. It names no user, because no account was found. */
const noteProblem = ({ db }: Kernel, { ip, headers }: FastifyRequest, provider: StoredProvider, { problem, why }: ProviderProblem) =>
  writeLoginLog(
    db,
    { userId: null, userName: '', realName: null, loginType: 'idp', ip, agent: headers['user-agent'] ?? '' },
    0,
    chinese.refusedBy(provider.name, why === undefined ? chinese.problems[problem][0] : reasonInChinese(why)),
  )
