import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { feature, prepare, type Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { registeredOf } from './addresses.ts'
import { beginVisit } from './begin.ts'
import { ProviderProblem } from './identity.ts'
import {
  findProvider, isProviderTaken, lockProviders, pageProviders, providerById, removeProviders, type StoredProvider,
} from './provider.sql.ts' // prettier-ignore
import { changeProvider, changeStatus, optionsOf, saveProvider, statusOf } from './provider.ts'
import { text } from './text.ts'

/** Begins a visit for linking or testing. A provider that does not answer becomes a refusal with a readable reason. */
export async function begin(ctx: Context, provider: StoredProvider, use: 'link' | 'test'): Promise<{ address: string }> {
  const { kernel, who, request, setCookie } = ctx
  const purpose = { use, userId: who.userId, sessionId: who.sessionId }
  try {
    return { address: await beginVisit(kernel, provider, purpose, { request, keepCookie: setCookie }) }
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    ctx.log.warn({ traceId: ctx.traceId, provider: provider.code, problem: error.problem, detail: error.message }, 'provider not reached')
    return refuse('identityProviderProblem', { why: error.why ?? text.problems[error.problem][0] })
  }
}

export const identityProviderFeature = feature('identityProvider', identityProvider, {
  page: async ({ db, scope, kernel, request, query }) => {
    const found = await pageProviders(db, scope, query)
    return { ...found, records: found.records.map(row => ({ ...row, ...registeredOf(kernel, request, row) })) }
  },
  byId: async ({ db, scope, kernel, request, query }) => {
    const found = await findProvider(db, scope, query.id)
    return { ...found, ...registeredOf(kernel, request, found) }
  },
  callback: ({ kernel, request, query }) => registeredOf(kernel, request, query),
  save: prepare(async ({ kernel, body }) => {
    const options = await optionsOf(kernel, body)
    return async ctx => {
      const id = await saveProvider(ctx, body, options)
      ctx.auditTarget(id)
      return { id }
    }
  }),
  update: prepare(async ({ kernel, body }) => {
    const options = await optionsOf(kernel, body)
    return ctx => {
      ctx.auditTarget(body.id)
      return changeProvider(ctx, body, options)
    }
  }),
  remove: async ({ db, body, auditTarget }) => {
    for (const { id } of await lockProviders(db, body.ids)) auditTarget(id)
    return removeProviders(db, body.ids)
  },
  setStatus: async ctx => {
    const status = statusOf(ctx.query.status)
    const providers = await lockProviders(ctx.db, ctx.body.ids)
    for (const { id } of providers) ctx.auditTarget(id)
    return changeStatus(ctx, providers, status)
  },
  nameTaken: ({ db, query }) => isProviderTaken(db, 'name', query.name, query.id),
  codeTaken: ({ db, query }) => isProviderTaken(db, 'code', query.code, query.id),
  test: prepare(async ctx => {
    const provider = (await providerById(ctx.db, ctx.body.id)) ?? refuse('identityProviderMissing')
    const begun = await begin(ctx, provider, 'test')
    return ({ auditTarget }) => {
      auditTarget(provider.id)
      return begun
    }
  }),
})
