import { registration } from '@hufu/contract/federation/registration'
import { setAppStatus } from '../../apps/index.ts'
import { feature } from '../../../platform/http/context.ts'
import { listRegistered, registrationOf } from './registered.sql.ts'
import { insertToken, listTokens, revokeToken } from './token.sql.ts'

export const registrationFeature = feature('registration', registration, {
  list: async ({ db, kernel }) => ({ isOpen: kernel.config.values.openRegistration, tokens: await listTokens(db) }),
  apps: ({ db, query }) => listRegistered(db, query.tokenId),
  ofApp: ({ db, query }) => registrationOf(db, query.appId),
  save: async ({ db, body, auditTarget }) => {
    const made = await insertToken(db, body)
    auditTarget(made.id)
    return made
  },
  revoke: async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    const made = await revokeToken(db, body.id)
    return body.stopsApps && made.length > 0 ? setAppStatus(db, made, 0) : 0
  },
})
