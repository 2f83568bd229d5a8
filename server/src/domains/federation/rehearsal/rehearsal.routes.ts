import { rehearsal, type Rehearsal } from '@hufu/contract/federation/rehearsal'
import type { BodyOf } from '@hufu/contract/call'
import { prepare, feature, type Context } from '../../../platform/http/context.ts'
import { rehearseCas } from '../cas/cas.ts'
import { rehearseOidc } from '../oidc/oidc.ts'
import { pathsOf } from '../../apps/index.ts'
import { findSubject, hurdlesOfApp, hurdlesOfPerson, hurdlesOfTold } from './rehearsal.ts'
import { findRehearsed, findRehearsedApp } from './rehearsal.sql.ts'

async function rehearse({ db, scope, who, kernel, body }: Context<unknown, BodyOf<typeof rehearsal.run>>): Promise<Rehearsal> {
  const { appId, userId, scopes = [] } = body
  const app = await findRehearsedApp(db, appId)
  await findRehearsed(db, scope, userId)
  const address = body.address ?? app.redirectUris[0]
  const subject = await findSubject(kernel, userId, appId)
  const { account, found } = await hurdlesOfTold(kernel, app, subject)
  const hurdles = [...(await hurdlesOfApp(kernel, app, address)), ...(await hurdlesOfPerson(kernel, subject, who)), ...found]
  const open = !hurdles.some(({ stops }) => stops)
  const asked = [...new Set(['openid', ...scopes])].join(' ')
  return {
    open,
    hurdles: hurdles.toSorted((one, other) => Number(other.stops) - Number(one.stops)),
    roles: subject.access?.roles ?? [],
    paths: await pathsOf(db, userId, appId),
    account,
    oidc: app.protocol === 'oauth2' ? await rehearseOidc(kernel, { clientId: app.clientId, userId, scope: asked, address, open }) : null,
    cas: app.protocol === 'cas' && address !== undefined ? await rehearseCas(kernel, { appId, userId, service: address, open }) : null,
  }
}

export const rehearsalFeature = feature('rehearsal', rehearsal, {
  // Nothing is written but that it was done: reading needs no transaction.
  run: prepare(async ctx => {
    const answer = await rehearse(ctx)
    return ({ auditTarget }) => {
      auditTarget(ctx.body.appId)
      return answer
    }
  }),
})
