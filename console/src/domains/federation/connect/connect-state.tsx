import type { AppDetail } from '@hufu/contract/apps/app'
import { signInTest } from '@hufu/contract/federation/sign-in-test'
import { connect, type ConnectState as State, type RefusedRequest } from '@hufu/contract/federation/connect'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { useMay, useMayOpen } from '../../../ui/permitted.ts'
import { Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/list/time.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { detailOf, grantOf } from '../../apps/index.ts'
import { text as connectText } from './connect-text.ts'
import { differenceOf, nearestOf } from './difference.ts'

const text = connectText.wait
const EVERY_MS = 3000
/** Polling stops when the user is idle, so that this page does not keep them signed in. */
const IDLE_MS = 10 * 60_000

/** Reads again every few seconds while the window is visible and the user active. */
function usePolling(again: () => void, isOver: boolean): void {
  useEffect(() => {
    if (isOver) return undefined
    let touched = Date.now()
    const touch = () => (touched = Date.now())
    const timer = setInterval(() => {
      if (!document.hidden && Date.now() - touched < IDLE_MS) again()
    }, EVERY_MS)
    for (const name of ['pointermove', 'keydown'] as const) addEventListener(name, touch, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of ['pointermove', 'keydown'] as const) removeEventListener(name, touch)
    }
  }, [again, isOver])
}

/** Whether the first sign-in has succeeded, otherwise what was wrong, and the next step. */
export function ConnectState({ of }: { of: AppDetail }) {
  const found = useCall(connect.state, { query: { appId: of.id }, quietly: true })
  const { refetch } = found
  usePolling(() => void refetch(), found.isError)
  return (
    <aside className="connect-side" aria-label={text.title}>
      <h2 className="card-title">{text.title}</h2>
      <Loaded of={found} lines={4}>
        {data => <Progress of={data} />}
      </Loaded>
      <Next of={of} />
    </aside>
  )
}

function Progress({ of: { firstTime, lastVisit, refusals } }: { of: State }) {
  const name = lastVisit?.realName ?? text.someone
  return (
    <>
      <output className="connect-now">
        {firstTime ? (
          <>
            <StatusTag tone="good">{text.done}</StatusTag>
            <p>{text.doneAt(firstTime)}</p>
          </>
        ) : (
          <>
            <StatusTag tone="plain">{text.waiting}</StatusTag>
            <p>
              {lastVisit === null
                ? text.waitingHint
                : lastVisit.fault === ''
                  ? text.visited(name)
                  : text.faulted(name, connectText.visitProblems[lastVisit.fault])}
            </p>
          </>
        )}
      </output>
      {refusals.length > 0 && (
        <section aria-label={text.refused}>
          <h3>{text.refused}</h3>
          <ul className="connect-refused" aria-live="polite">
            {refusals.map(each => (
              <Refused key={each.id} of={each} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Refused({ of: { problem, sent, registered, createTime, detail, ip } }: { of: RefusedRequest }) {
  // A CAS ticket is compared with the service it was issued for.
  const near = problem === 'serviceChanged' ? detail : nearestOf(sent, registered)
  const isAddress = sent !== '' && near !== undefined
  const isFixed = isAddress && sent === near
  return (
    <li data-fixed={isFixed || undefined}>
      <span className="connect-when">
        <Ago at={createTime} /> {ip}
      </span>
      <strong>{connectText.problems[problem]}</strong>
      {(sent !== '' || near !== undefined) && (
        <dl>
          {sent !== '' && (
            <>
              <dt>{text.sent}</dt>
              <dd>
                <code>{sent}</code>
              </dd>
            </>
          )}
          {near !== undefined && (
            <>
              <dt>{text.registered}</dt>
              <dd>
                <code>{near}</code>
              </dd>
            </>
          )}
        </dl>
      )}
      {isFixed ? (
        <p>{text.fixed}</p>
      ) : (
        isAddress && <p className="connect-difference">{connectText.differences[differenceOf(sent, near)]}</p>
      )}
    </li>
  )
}

function Next({ of: { id, grantCount } }: { of: AppDetail }) {
  const [may, mayOpen] = [useMay(), useMayOpen()]
  const { next } = connectText
  return (
    <section className="connect-next" aria-label={next.title}>
      <h3>{next.title}</h3>
      <ol>
        {mayOpen('/authorize/index') && (
          <li>
            <Link to={grantOf(id)}>{next.grant}</Link>
            <p>{grantCount > 0 ? next.granted(grantCount) : next.grantHint}</p>
          </li>
        )}
        {may(signInTest.run) && (
          <li>
            <Link to={detailOf(id, 'rehearsal')}>{next.test}</Link>
            <p>{next.testHint}</p>
          </li>
        )}
      </ol>
    </section>
  )
}
