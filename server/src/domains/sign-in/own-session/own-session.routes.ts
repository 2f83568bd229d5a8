import { ownDevice } from '@hufu/contract/sign-in/own-device'
import { ownSession } from '@hufu/contract/sign-in/own-session'
import { browserOf, systemOf } from '../../../platform/http/agent-names.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/context.ts'
import { devicesOf, forgetOtherDevices, forgetOwnDevice } from '../sign-in/sign-in.ts'
import { endOwn, lastSignIn, listSessions } from './own-session.sql.ts'

export const ownSessionFeature = feature('ownSession', ownSession, {
  list: async ({ db, who, kernel }) =>
    (await listSessions(db, who.userId, kernel.config.values.sessionMinutes)).map(({ agent, ...session }) => ({
      ...session,
      browser: browserOf(agent),
      os: systemOf(agent),
      isThis: session.id === who.sessionId,
    })),
  end: async ({ db, who, body, kernel, afterCommit }) => {
    if (body.id === who.sessionId) refuse('ownSession')
    if ((await endOwn(db, who.userId, { id: body.id })) === 0) refuse('sessionMissing')
    afterCommit(() => kernel.sessions.forget())
  },
  endOthers: async ({ db, who, kernel, afterCommit }) => {
    afterCommit(() => kernel.sessions.forget())
    await forgetOtherDevices(db, who.userId, who.sessionId)
    return endOwn(db, who.userId, { but: who.sessionId })
  },
  lastSignIn: ({ db, who }) => lastSignIn(db, who),
})

export const ownDeviceFeature = feature('ownDevice', ownDevice, {
  list: async ({ db, who }) =>
    (await devicesOf(db, who.userId)).map(({ agent, sessionId, ...device }) => ({
      ...device,
      browser: browserOf(agent),
      os: systemOf(agent),
      isThis: sessionId === who.sessionId,
    })),
  forget: async ({ db, who, body }) => {
    if (!(await forgetOwnDevice(db, who.userId, body.id))) refuse('deviceMissing')
  },
})
