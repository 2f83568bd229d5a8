import type { FastifyRequest } from 'fastify'
import type { AnyCall } from '@hufu/contract/call'
import type { Kernel } from '../../kernel/kernel.ts'
import { addressAllowed } from '../../kernel/ip-rules.ts'
import { refuse } from '../../kernel/refuse.ts'
import { hashToken } from '../../kernel/sessions.ts'
import { findClient, type ApiClient } from './api-client.sql.ts'

/**
 * The system that calls, by its headers X-Client-Id and X-Client-Secret; 4403 unless it is enabled, in its time, at an
 * address of its own and holds this call (X-LOGINX-01).
 */
export async function callingClient(
  { db }: Kernel,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
  call: AnyCall,
): Promise<ApiClient> {
  const [id, secret] = [headers['x-client-id'], headers['x-client-secret']]
  if (typeof id !== 'string' || typeof secret !== 'string') refuse('forbidden')
  const client = await findClient(db, id, hashToken(secret), `${call.method} ${call.path}`)
  if (!client || !addressAllowed({ openIpLimit: true, ipWhitelist: client.ipWhitelist, ipBlacklist: [] }, ip)) refuse('forbidden')
  return client
}
