import { accountDevices } from '@hufu/contract/sign-in/account-devices'
import { accountSessions } from '@hufu/contract/sign-in/account-sessions'
import { browserOf, systemOf } from '../../../platform/http/agent-names.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/context.ts'
import { devicesOf, forgetOtherDevices, forgetAccountDevice } from '../sign-in/remembered.sql.ts'
import { endAccountSessions, lastSignIn, listSessions } from './account-sessions.sql.ts'

export const accountSessionsFeature = feature('ownSession', accountSessions, {
  list: async ({ db, who, kernel }) =>
    (await listSessions(db, who.userId, kernel.config.values.sessionMinutes)).map(({ agent, ...session }) => ({
      ...session,
      browser: browserOf(agent),
      os: systemOf(agent),
      isThis: session.id === who.sessionId,
    })),
  end: async ({ db, who, body, kernel, afterCommit }) => {
    if (body.id === who.sessionId) refuse('ownSession')
    if ((await endAccountSessions(db, who.userId, { id: body.id })) === 0) refuse('sessionMissing')
    afterCommit(() => kernel.sessions.forget())
  },
  endOthers: async ({ db, who, kernel, afterCommit }) => {
    afterCommit(() => kernel.sessions.forget())
    await forgetOtherDevices(db, who.userId, who.sessionId)
    return endAccountSessions(db, who.userId, { but: who.sessionId })
  },
  lastSignIn: ({ db, who }) => lastSignIn(db, who),
})

export const accountDevicesFeature = feature('ownDevice', accountDevices, {
  list: async ({ db, who }) =>
    (await devicesOf(db, who.userId)).map(({ agent, sessionId, ...device }) => ({
      ...device,
      browser: browserOf(agent),
      os: systemOf(agent),
      isThis: sessionId === who.sessionId,
    })),
  forget: async ({ db, who, body }) => {
    if (!(await forgetAccountDevice(db, who.userId, body.id))) refuse('deviceMissing')
  },
})
