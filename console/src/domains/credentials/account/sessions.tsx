import { loginTypes } from '@hufu/contract/audit/login-log'
import { accountDevices, type RememberedDevice } from '@hufu/contract/sign-in/account-devices'
import { type AccountSession, accountSessions } from '@hufu/contract/sign-in/account-sessions'
import { Button, Tag } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Loaded } from '../../../ui/states.tsx'
import { EventTime, Time } from '../../../ui/list/time.tsx'
import { text } from './text.ts'

/** The user's own sessions and remembered devices, and how to end them. */
export default function SessionsAndDevices() {
  return (
    <>
      <Sessions />
      <Devices />
    </>
  )
}

function Sessions() {
  const sessions = useCall(accountSessions.list)
  const endOthers = useAction(accountSessions.endOthers, { refreshes: [accountSessions.list, accountDevices.list] })
  const ask = () =>
    confirmAct({
      title: text.endOthersTitle,
      content: text.endOthersText,
      okText: text.endOthers,
      danger: true,
      run: async () => {
        const answer = await endOthers.run()
        if (ok(answer)) notifier.done(text.endedOthers(answer.data))
      },
    })
  return (
    <Loaded of={sessions}>
      {list => (
        <section className="sessions" aria-label={text.liveSessions}>
          <div className="setting">
            <div>
              <h2>{text.liveSessions}</h2>
              <p>{text.sessionsAbout}</p>
            </div>
            {list.length > 1 && <Button onClick={ask}>{text.endOthers}</Button>}
          </div>
          <ul>
            {list.map(session => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  )
}

function Devices() {
  const devices = useCall(accountDevices.list)
  return (
    <Loaded of={devices} lines={1}>
      {list => (
        <section className="sessions" aria-label={text.devices}>
          <div className="setting">
            <div>
              <h2>{text.devices}</h2>
              <p>{list.length > 0 ? text.devicesAbout : text.noDevices}</p>
            </div>
          </div>
          <ul>
            {list.map(device => (
              <DeviceLine key={device.id} of={device} />
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  )
}

function DeviceLine({ of: { id, os, browser, ip, isThis, beginTime, lastTime, endTime } }: { of: RememberedDevice }) {
  const forget = useAction(accountDevices.forget, { refreshes: [accountDevices.list] })
  const device = `${os} · ${browser}`
  const ask = () =>
    confirmAct({
      title: text.removeTitle(device),
      content: text.removeText,
      okText: text.removeDevice,
      danger: true,
      run: async () => {
        if (ok(await forget.run({ body: { id } }))) notifier.done(text.removed)
      },
    })
  return (
    <li>
      <div>
        <h3>
          {device} {isThis && <Tag color="blue">{text.thisDevice}</Tag>}
        </h3>
        <dl>
          <dt>{text.ip}</dt>
          <dd>{ip}</dd>
          <dt>{text.rememberedTime}</dt>
          <dd>
            <EventTime at={beginTime} />
          </dd>
          <dt>{text.usedTime}</dt>
          <dd>
            <EventTime at={lastTime} />
          </dd>
          <dt>{text.endTime}</dt>
          <dd>
            <Time at={endTime} />
          </dd>
        </dl>
      </div>
      <Button size="small" onClick={ask}>
        {text.removeDevice}
      </Button>
    </li>
  )
}

function SessionLine({ session }: { session: AccountSession }) {
  const end = useAction(accountSessions.end, { refreshes: [accountSessions.list, accountDevices.list] })
  const device = `${session.os} · ${session.browser}`
  const ask = () =>
    confirmAct({
      title: text.endTitle(device),
      content: text.endText,
      okText: text.signOutAndReload,
      danger: true,
      run: async () => {
        if (ok(await end.run({ body: { id: session.id } }))) notifier.done(text.ended)
      },
    })
  return (
    <li>
      <div>
        <h3>
          {device} {session.isThis && <Tag color="blue">{text.thisSession}</Tag>}
        </h3>
        <dl>
          <dt>{text.ip}</dt>
          <dd>{session.ip}</dd>
          <dt>{text.loginType}</dt>
          <dd>{loginTypes[session.loginType] ?? session.loginType}</dd>
          <dt>{text.loginTime}</dt>
          <dd>
            <EventTime at={session.loginTime} />
          </dd>
          <dt>{text.lastTime}</dt>
          <dd>
            <EventTime at={session.lastTime} />
          </dd>
        </dl>
      </div>
      {!session.isThis && (
        <Button size="small" onClick={ask}>
          {text.signOutAndReload}
        </Button>
      )}
    </li>
  )
}
