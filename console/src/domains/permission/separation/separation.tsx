import { segregatedRoles, separation, type SeparationState } from '@hufu/contract/permission/separation'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { download } from '../../../platform/client.ts'
import { Loaded } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { SegregatedRoleCard } from './segregated-role-card.tsx'
import { text } from './text.ts'
import { proposer, useSeparationActs } from './use-separation.ts'
import './separation.css'

/** Whether separation of duties is on, the three roles, and which of them agree to a change. */
export function SeparationPanel() {
  const found = useCall(separation.state)
  return (
    <Loaded of={found} lines={6}>
      {state => state && <Panel state={state} />}
    </Loaded>
  )
}

function Panel({ state }: { state: SeparationState }) {
  const acts = useSeparationActs(state)
  return (
    <section className="separation" aria-label={text.title}>
      <header>
        <h2>{text.title}</h2>
        <StatusTag tone={state.isOn ? 'good' : 'plain'}>{state.isOn ? text.on : text.off}</StatusTag>
        <MyVote state={state} acts={acts} />
      </header>
      <p>{text.about}</p>
      <ul className="segregated-roles" aria-label={text.list}>
        {segregatedRoles.map(segregatedRole => (
          <SegregatedRoleCard key={segregatedRole} state={state} segregatedRole={segregatedRole} acts={acts} />
        ))}
      </ul>
      <Matrix />
    </section>
  )
}

/** The vote of a user with a segregated role. */
function MyVote({ state, acts }: { state: SeparationState; acts: ReturnType<typeof useSeparationActs> }) {
  if (state.mine === null) return null
  const hasAgreed = state.duties.some(one => one.duty === state.mine && one.agreed !== null)
  return (
    <span className="my-vote">
      <small>{text.mine(text.segregatedRoles[state.mine].name)}</small>
      {hasAgreed ? (
        <Button onClick={() => void acts.withdraw()}>{text.withdraw}</Button>
      ) : (
        <Button type="primary" onClick={acts.agree}>
          {text.agree(!state.isOn)}
        </Button>
      )}
    </span>
  )
}

function Matrix() {
  const [busy, setBusy] = useState(false)
  const get = async () => {
    setBusy(true)
    try {
      await download(separation.matrix)
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className="matrix">
      <Button loading={busy} onClick={() => void get()}>
        {text.matrix}
      </Button>
      <span>{text.matrixHint}</span>
    </p>
  )
}

/** For the welcome page: lets holders of a segregated role vote who may not open the list of administrators. */
export function SeparationNotice() {
  const { data: state } = useCall(separation.state)
  return state?.mine ? <Notice state={state} /> : null
}

function Notice({ state }: { state: SeparationState }) {
  const acts = useSeparationActs(state)
  const open = proposer(state)
  return (
    <section className="card separation-notice" aria-label={text.title}>
      <h2>{text.title}</h2>
      <StatusTag tone={state.isOn ? 'good' : 'plain'}>{state.isOn ? text.on : text.off}</StatusTag>
      <span className="separation-asks">{open && text.asks(open.agreedBy ?? '', !state.isOn)}</span>
      <MyVote state={state} acts={acts} />
    </section>
  )
}
