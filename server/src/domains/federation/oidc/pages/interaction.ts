import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import { chooseJob } from '../../../apps/index.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { continueInLanguage } from '../../../../platform/http/language.ts'
import { jobPage } from '../../protocol/acting.ts'
import { factorPage } from '../../protocol/factor-page.ts'
import { readForm } from '../../protocol/form.ts'
import { sendPage, type Page } from '../../protocol/page.ts'
import { text as protocolText } from '../../protocol/text.ts'
import { accountPage } from './account-page.ts'
import { extraMetadataOf } from '../claims.ts'
import { consentPage, isConsentAsked, keepAnswer } from '../consent/consent.ts'
import { demandOf, weakestStrengthOf, satisfiedAcr } from '../request/demand.ts'
import { ACCOUNT_PROMPT, CONSENT_PROMPT, FACTOR_PROMPT, ACCESS_PROMPT, ISSUER_PATH, JOB_PROMPT, authContextOf } from '../issuer.ts'
import type { RefusedAt } from '../request/policy.ts'
import { signInAddress, type Visitor } from '../../protocol/visitor.ts'
import { refusedVisit } from '../../protocol/visit.sql.ts'
import { refusedAt, type AccessProblem } from '../../protocol/check-access.ts'
import { text } from '../text.ts'

type Interaction = InstanceType<Provider['Interaction']>

export interface InteractionContext {
  kernel: Kernel
  provider: Provider
  visitor: Visitor
  /** The id of the interaction in the address; the interaction is served only if the cookie holds the same id. */
  uid: string
  cookie: string | undefined
}

const find = async ({ provider, uid, cookie }: InteractionContext) =>
  cookie === uid ? provider.Interaction.find<Interaction>(uid) : undefined
const sendExpiredPage = (reply: FastifyReply) => sendPage(reply, { icon: 'bad', title: text.over, lines: [text.overHow] }, 400)

/** The step between a request and its response: redirects to the sign-in, shows a refusal or a question, or goes on. */
export async function interact({ url }: FastifyRequest, reply: FastifyReply, asking: InteractionContext): Promise<FastifyReply> {
  const interaction = await find(asking)
  if (!interaction) return sendExpiredPage(reply)
  continueInLanguage(interaction.params.ui_locales)
  const { visitor, uid } = asking
  const { prompt, session } = interaction
  const { who } = visitor
  if (!who || mustSignIn(interaction, who)) return reply.redirect(loginAt(uid), 303)
  if (prompt.name === ACCOUNT_PROMPT || prompt.name === FACTOR_PROMPT) return ask(reply, asking, interaction, who)
  const problem = prompt.details.fault as AccessProblem | undefined
  const isAsked = session?.uid === who.sessionId && !url.endsWith('?again')
  if (prompt.name === ACCESS_PROMPT && problem !== undefined && isAsked) {
    await endDevice(asking, interaction, problem)
    return sendPage(reply, await problemPage(asking, interaction, problem), 403)
  }
  if (prompt.name === JOB_PROMPT && isAsked) return sendPage(reply, await questionOf(asking, interaction, who.userId))
  if (prompt.name === CONSENT_PROMPT && isAsked) {
    const client = await asking.provider.Client.find(String(interaction.params.client_id))
    if (client && isConsentAsked(client, interaction))
      return sendPage(reply, await consentPage(asking.kernel, { client, interaction, action: `${ownAddress(uid)}/consent` }))
  }
  return resumeInteraction(reply, interaction, who)
}

/** Asks the user for an account or for a second factor, unless they have meanwhile given what the application requests. */
async function ask(
  reply: FastifyReply,
  asking: InteractionContext,
  interaction: Interaction,
  who: NonNullable<Visitor['who']>,
): Promise<FastifyReply> {
  const { prompt, params } = interaction
  const [app, own] = [await nameOf(asking, interaction), ownAddress(asking.uid)]
  const leadsTo = typeof params.redirect_uri === 'string' ? params.redirect_uri : undefined
  if (prompt.name === ACCOUNT_PROMPT) {
    // A user who has signed in since the question has thereby chosen the account.
    if (who.authTime > Number(prompt.details.askedAt)) return resumeInteraction(reply, interaction, who)
    return sendPage(reply, accountPage(who, { app, own }, leadsTo))
  }
  const demand = demandOf(params)
  if (!demand || satisfiedAcr(demand, who.factor) !== undefined) return resumeInteraction(reply, interaction, who)
  const away = demand.isEssential
    ? { to: `${own}/decline`, words: protocolText.backToApp }
    : { to: `${own}/skip`, words: protocolText.skipFactor }
  const factorRequest = { app, least: weakestStrengthOf(demand) ?? 'crypto', again: own, login: loginAt(asking.uid), away }
  return sendPage(reply, await factorPage(asking.kernel, who.userId, factorRequest))
}

/** Goes on with the account the user is signed in to, or sends them to the sign-in for another one. */
export async function chooseAccount(request: FastifyRequest, reply: FastifyReply, asking: InteractionContext): Promise<FastifyReply> {
  const form = await readForm(request)
  const interaction = await find(asking)
  if (typeof form === 'string' || interaction?.prompt.name !== ACCOUNT_PROMPT) return sendExpiredPage(reply)
  if (!asking.visitor.who || form.get('answer') !== 'same') return reply.redirect(loginAt(asking.uid), 303)
  return finish(reply, interaction, { [ACCOUNT_PROMPT]: {} })
}

/** Goes on without the second factor, if it is not essential. */
export async function skipFactor(_request: FastifyRequest, reply: FastifyReply, asking: InteractionContext): Promise<FastifyReply> {
  const interaction = await find(asking)
  const { who } = asking.visitor
  if (interaction?.prompt.name !== FACTOR_PROMPT) return sendExpiredPage(reply)
  if (!who || demandOf(interaction.params)?.isEssential) return reply.redirect(ownAddress(asking.uid), 303)
  return resumeInteraction(reply, interaction, who)
}

/**
 * With prompt=login the user must have authenticated after the question, with max_age at most that long before it, however their
 * session began. Otherwise any session other than the one at the start of the interaction is enough.
 */
function mustSignIn({ prompt, session, params }: Interaction, who: NonNullable<Visitor['who']>): boolean {
  const isSame = session?.uid === who.sessionId
  const wantsNew = String(params.prompt ?? '').split(' ').includes('login') // prettier-ignore
  if (!wantsNew && params.max_age === undefined) return prompt.name === 'login' && isSame
  if (prompt.name !== 'login' && isSame) return false
  return who.authTime <= Number(prompt.details.askedAt) - (wantsNew ? 0 : Number(params.max_age))
}

/** Takes the user's answer on the consent page. */
export async function takeConsent(request: FastifyRequest, reply: FastifyReply, asking: InteractionContext): Promise<FastifyReply> {
  const form = await readForm(request)
  const interaction = await find(asking)
  const { kernel, provider, visitor, uid } = asking
  if (typeof form === 'string' || interaction?.prompt.name !== CONSENT_PROMPT) return sendExpiredPage(reply)
  const client = await provider.Client.find(String(interaction.params.client_id))
  const { who } = visitor
  if (!client || !who || interaction.session?.uid !== who.sessionId) return reply.redirect(ownAddress(uid), 303)
  if (form.get('answer') !== 'yes') return finish(reply, interaction, { error: 'access_denied', error_description: 'the end-user refused' })
  await keepAnswer(kernel, client, interaction, who.userId)
  // The user has read exactly these details.
  return resumeInteraction(reply, interaction, who, { details: interaction.params.authorization_details })
}

/** Answers the waiting device with access_denied if the user may not open the application. */
async function endDevice({ provider }: InteractionContext, { deviceCode }: Interaction, problem: AccessProblem): Promise<void> {
  if (deviceCode === undefined || !['noAccess', 'noAccount', 'accountShared'].includes(problem)) return
  const code = await provider.DeviceCode.find(deviceCode)
  if (!code) return
  Object.assign(code, { error: 'access_denied', errorDescription: 'the end-user may not open this application' })
  await code.save()
}

/** Sends the user back to the application with an error. */
export async function decline(_request: FastifyRequest, reply: FastifyReply, asking: InteractionContext): Promise<FastifyReply> {
  const interaction = await find(asking)
  if (!interaction) return sendExpiredPage(reply)
  if (interaction.prompt.name === FACTOR_PROMPT)
    return finish(reply, interaction, {
      error: 'unmet_authentication_requirements',
      error_description: 'the end-user has not shown what was asked for',
    })
  const why = interaction.prompt.name === JOB_PROMPT ? 'the end-user did not go on' : 'the end-user may not open this application'
  return finish(reply, interaction, { error: 'access_denied', error_description: why })
}

/** Takes the job in which the user acts; asks again if the job is not theirs. */
export async function takeJob(request: FastifyRequest, reply: FastifyReply, asking: InteractionContext): Promise<FastifyReply> {
  const form = await readForm(request)
  const interaction = await find(asking)
  const { kernel, provider, visitor, uid } = asking
  if (typeof form === 'string' || interaction?.prompt.name !== JOB_PROMPT) return sendExpiredPage(reply)
  const { appId } = extraMetadataOf(await provider.Client.find(String(interaction.params.client_id)))
  const { who } = visitor
  if (!who || interaction.session?.uid !== who.sessionId || appId === undefined) return reply.redirect(ownAddress(uid), 303)
  const isTheirs = await chooseJob(kernel.db, who.userId, { appId, sessionId: who.sessionId }, form.get('job') ?? '')
  return isTheirs ? resumeInteraction(reply, interaction, who) : reply.redirect(ownAddress(uid), 303)
}

const ownAddress = (uid: string) => `${ISSUER_PATH}/interaction/${encodeURIComponent(uid)}`
const loginAt = (uid: string) => signInAddress(ownAddress(uid))

const resumeInteraction = (
  reply: FastifyReply,
  interaction: Interaction,
  { userId, authTime, factor }: NonNullable<Visitor['who']>,
  consent: Record<string, unknown> = {},
) =>
  finish(reply, interaction, {
    [interaction.prompt.name]: {},
    login: { accountId: userId, ts: Math.floor(authTime), ...authContextOf(factor) },
    consent,
  })

/** Forgets the session in which the interaction began, so that it can go on in the user's current one. */
async function finish(reply: FastifyReply, interaction: Interaction, result: InteractionResults): Promise<FastifyReply> {
  interaction.session = undefined
  // Earlier answers are kept, but of several sign-ins only the last counts.
  const { login: _, ...answered } = interaction.lastSubmission ?? {}
  interaction.result = 'error' in result ? result : { ...answered, ...result }
  await interaction.persist()
  return reply.header('cache-control', 'no-store').redirect(interaction.returnTo, 303)
}

const nameOf = async ({ provider }: InteractionContext, { params }: Interaction) =>
  (await provider.Client.find(String(params.client_id)))?.clientName ?? ''

async function problemPage(asking: InteractionContext, interaction: Interaction, problem: AccessProblem): Promise<Page> {
  const { kernel, uid, visitor } = asking
  const links = { back: `${ownAddress(uid)}/decline`, again: `${ownAddress(uid)}?again`, isOver: interaction.deviceCode !== undefined }
  const client = await asking.provider.Client.find(String(interaction.params.client_id))
  const { appId, name } = interaction.prompt.details as unknown as RefusedAt
  const own = extraMetadataOf(client)
  const trace = await traceOf(kernel, visitor, problem, appId)
  return refusedAt(kernel.db, { problem, app: name, accountFrom: own.appId === appId ? own.accountFrom : 'id', trace, ...links })
}

async function traceOf({ db }: Kernel, { who, ip, agent }: Visitor, problem: string, appId: string | undefined): Promise<string> {
  if (!who || appId === undefined) return ''
  return refusedVisit(db, { appId, userId: who.userId, sessionId: who.sessionId, protocol: 'oauth2', problem, ip, agent })
}

async function questionOf(asking: InteractionContext, interaction: Interaction, userId: string): Promise<Page> {
  const { redirect_uri: leadsTo } = interaction.params
  const own = ownAddress(asking.uid)
  const back = interaction.deviceCode === undefined ? `${own}/decline` : undefined
  const where = { action: `${own}/job`, leadsTo: typeof leadsTo === 'string' ? leadsTo : undefined, back }
  return jobPage(asking.kernel.db, { userId, app: await nameOf(asking, interaction), ...where })
}
