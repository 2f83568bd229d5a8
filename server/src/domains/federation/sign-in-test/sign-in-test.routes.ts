import { signInTest, type SignInTest } from '@hufu/contract/federation/sign-in-test'
import type { BodyOf } from '@hufu/contract/call'
import { prepare, feature, type Context } from '../../../platform/http/context.ts'
import { testSignInByCas } from '../cas/sign-in-test.ts'
import { testSignInByOidc } from '../oidc/sign-in-test.ts'
import { testSignInBySaml } from '../saml/sign-in-test.ts'
import { pathsOf } from '../../apps/index.ts'
import { findSubject, blockersOfApp, blockersOfPerson, blockersOfFields } from './sign-in-test.ts'
import { findTested, findTestedApp } from './sign-in-test.sql.ts'

async function testSignIn({ db, scope, who, kernel, body }: Context<unknown, BodyOf<typeof signInTest.run>>): Promise<SignInTest> {
  const { appId, userId, scopes = [] } = body
  const app = await findTestedApp(db, appId)
  await findTested(db, scope, userId)
  const address = body.address ?? app.redirectUris[0]
  const subject = await findSubject(kernel, userId, appId)
  const { account, found } = await blockersOfFields(kernel, app, subject)
  const blockers = [...(await blockersOfApp(kernel, app, address)), ...(await blockersOfPerson(kernel, subject, who)), ...found]
  const open = !blockers.some(({ stops }) => stops)
  const requestedScope = [...new Set(['openid', ...scopes])].join(' ')
  return {
    open,
    hurdles: blockers.toSorted((one, other) => Number(other.stops) - Number(one.stops)),
    roles: subject.access?.roles ?? [],
    paths: await pathsOf(db, userId, appId),
    account,
    oidc:
      app.protocol === 'oauth2'
        ? await testSignInByOidc(kernel, { clientId: app.clientId, userId, scope: requestedScope, address, open })
        : null,
    cas: app.protocol === 'cas' && address !== undefined ? await testSignInByCas(kernel, { appId, userId, service: address, open }) : null,
    saml: app.protocol === 'saml' ? await testSignInBySaml(kernel, { appId, userId, address, open }) : null,
  }
}

export const signInTestFeature = feature('rehearsal', signInTest, {
  // Only the audit record is written; reading needs no transaction.
  run: prepare(async ctx => {
    const answer = await testSignIn(ctx)
    return ({ auditTarget }) => {
      auditTarget(ctx.body.appId)
      return answer
    }
  }),
})
