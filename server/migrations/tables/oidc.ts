import type { Generated } from 'kysely'
import type { Json, Stamp } from './columns.ts'

/** What OpenID Connect stands on, and who opened which application. */
export interface OidcTables {
  oidcPayload: {
    type: string
    idHash: string
    payload: Json<Record<string, unknown>>
    grantId: string | null
    userCode: string | null
    uid: string | null
    expiresAt: string
    consumedAt: string | null
  }
  oidcKey: { kid: string; alg: 'ES256' | 'RS256' | 'SM2'; sealed: string; beginTime: string; endTime: string | null; createTime: Stamp }
  oidcLogout: { id: string; clientId: string; userId: string; sid: string; tries: Generated<number>; dueTime: Stamp }
  appVisit: {
    id: string
    appId: string
    userId: string
    sessionId: string
    protocol: string
    fault: Generated<string>
    ip: string
    browser: string
    os: string
    visitTime: Stamp
  }
}
