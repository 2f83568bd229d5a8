import type { QueryOf } from '@hufu/contract/call'
import type { scan } from '@hufu/contract/credentials/scan'
import { ProviderError, type Identity } from '../../../outside/identity.ts'
import { Download, singleChunk, type Context } from '../../../platform/http/context.ts'
import { pageOf, pagePolicy } from '../../../platform/http/pages.ts'
import { providerOf } from './providers.ts'
import { subjectHash } from './scan.ts'
import { claimScan, confirmScan, endScan } from './scan.sql.ts'
import { text } from './text.ts'

type CallbackContext = Context<QueryOf<typeof scan.callback>>

/**
 * Handles the redirect of the phone's browser. The state is claimed before the provider is asked, so that each code is used once;
 * every step commits on its own, so that the polling browser sees it. No session is created here.
 */
export async function takeCallback(ctx: CallbackContext): Promise<Download> {
  const { db, query } = ctx
  if (!(await claimScan(db, query.state, query.type))) return shown(ctx, text.over)
  const identity = await identify(ctx)
  if (identity === undefined) {
    await endScan(db, query.state)
    return shown(ctx, (query.code ?? query.auth_code) ? text.failed : text.declined)
  }
  await confirmScan(db, query.state, { subjectHash: subjectHash(query.type, identity.subject), name: identity.name })
  return shown(ctx, text.confirmed)
}

async function identify({ kernel, query, log, traceId }: CallbackContext): Promise<Identity | undefined> {
  const code = query.code ?? query.auth_code
  if (code === undefined) return undefined
  try {
    return await providerOf(kernel, query.type).identify(code)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ traceId, provider: query.type, kind: error.kind, said: error.message }, 'provider did not say who it is')
    return undefined
  }
}

function shown(
  { reply }: CallbackContext,
  { title, advice, isGood }: (typeof text)['over' | 'failed' | 'declined' | 'confirmed'],
): Download {
  const bytes = Buffer.from(pageOf(title, advice, isGood))
  void reply.code(isGood ? 200 : 400).header('referrer-policy', 'no-referrer')
  return new Download({
    fileName: 'scan.html',
    contentType: 'text/html; charset=utf-8',
    size: bytes.length,
    bytes: singleChunk(bytes),
    inline: true,
    policy: pagePolicy,
  })
}
