import { loginTypes } from '@hufu/contract/login-log'
import { type OwnSession, ownSession } from '@hufu/contract/own-session'
import { Button, Tag } from 'antd'
import { useAction, useCall } from '../../kernel/calls.ts'
import { notifier, ok } from '../../kernel/client.ts'
import { CONFIG_MS } from '../../kernel/constants.ts'
import { confirmAct } from '../../parts/confirm-act.ts'
import { Failure, Skeleton } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'

/** Where one is signed in, and how to end that. */
export default function Sessions() {
  const sessions = useCall(ownSession.list)
  const endOthers = useAction(ownSession.endOthers, { refreshes: [ownSession.list] })
  if (sessions.isError) return <Failure error={sessions.error} onRetry={() => void sessions.refetch()} />
  if (!sessions.data) return <Skeleton />
  const ask = () =>
    confirmAct({
      title: text.endOthersTitle,
      content: text.endOthersText,
      okText: text.endOthers,
      danger: true,
      run: async () => {
        const answer = await endOthers.run()
        if (ok(answer)) notifier.toast(text.endedOthers(answer.data), CONFIG_MS, 'success')
      },
    })
  return (
    <section className="sessions" aria-label={text.sessions}>
      <div className="setting">
        <p>{text.sessionsAbout}</p>
        {sessions.data.length > 1 && <Button onClick={ask}>{text.endOthers}</Button>}
      </div>
      <ul>
        {sessions.data.map(session => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
    </section>
  )
}

function SessionLine({ session }: { session: OwnSession }) {
  const end = useAction(ownSession.end, { refreshes: [ownSession.list] })
  const device = `${session.os} · ${session.browser}`
  const ask = () =>
    confirmAct({
      title: text.endTitle(device),
      content: text.endText,
      okText: text.endSession,
      danger: true,
      run: async () => {
        if (ok(await end.run({ body: { id: session.id } }))) notifier.toast(text.ended, CONFIG_MS, 'success')
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
            <Time at={session.loginTime} />
          </dd>
          <dt>{text.lastTime}</dt>
          <dd>
            <Time at={session.lastTime} />
          </dd>
        </dl>
      </div>
      {!session.isThis && (
        <Button size="small" onClick={ask}>
          {text.endSession}
        </Button>
      )}
    </li>
  )
}
