import { user } from '@hufu/contract/directory/user'
import { type Todo, type TodoKind, welcome } from '@hufu/contract/operations/welcome'
import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { useMay } from '../../../ui/permitted.ts'
import { HowTo } from './how-to.tsx'
import { todoPlaces } from './today-places.ts'
import { text } from './today-text.ts'
import { useMayGo } from './use-may-go.ts'

/** The user's to-dos of today, each with a link. */
export function Todos({ of }: { of: readonly Todo[] }) {
  return (
    <section className="card">
      <h2 className="card-title">{text.title}</h2>
      {of.length === 0 ? (
        <NothingToDo />
      ) : (
        <ul className="today-list">
          {of.map(todo => (
            <li key={todo.kind} className="today-item">
              <span>{text.sentences[todo.kind](todo)}</span>
              <Act of={todo} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A drawing of two matching halves. */
const NothingToDo = () => (
  <div className="today-none">
    <svg width="64" height="48" viewBox="0 0 64 48" fill="none" aria-hidden="true">
      <path d="M32 8v9l-4 4 4 4v15H16a6 6 0 0 1-6-6V14a6 6 0 0 1 6-6z" />
      <path d="M32 8v9l-4 4 4 4v15h16a6 6 0 0 0 6-6V14a6 6 0 0 0-6-6z" />
    </svg>
    <p>{text.none}</p>
  </div>
)

/** The tab of the application's page, for to-dos about one application. */
const appTabs: Partial<Record<TodoKind, string>> = {
  appWaiting: 'protocol',
  samlProposal: 'samlPeer',
  samlMetadata: 'samlPeer',
  samlCertificate: 'samlPeer',
}

function Act({ of }: { of: Todo }) {
  const mayGo = useMayGo()
  const may = useMay()
  const [label, path] = [text.linkLabels[of.kind], todoPlaces[of.kind]]
  const { lockId, appId, clientId, userId } = of.facts
  if (of.kind === 'locked' && of.count === 1 && lockId && may(incorrectLogin.unlock)) return <Unlock lockId={lockId} />
  if (path === '') return <HowTo label={label} title={text.backupTitle} how={text.backupHow} command={text.backupCommand} />
  if (appId && mayGo('/app/list')) return <Link to={`/app/detail?id=${appId}&tab=${appTabs[of.kind]}`}>{label}</Link>
  if (clientId && mayGo(path)) return <Link to={`${path}?id=${clientId}&tab=scim`}>{label}</Link>
  if (userId && may(user.update)) return <Link to={`/organiz/user/${userId}`}>{label}</Link>
  return mayGo(path.split('?')[0]!) ? <Link to={path}>{label}</Link> : null
}

function Unlock({ lockId }: { lockId: string }) {
  const { run } = useAction(incorrectLogin.unlock, { refreshes: [welcome.today] })
  const [busy, setBusy] = useState(false)
  const unlock = async () => {
    setBusy(true)
    if (ok(await run({ body: { ids: [lockId] } }))) notifier.done(text.unlocked)
    setBusy(false)
  }
  return (
    <Button size="small" type="primary" loading={busy} onClick={() => void unlock()}>
      {text.unlock}
    </Button>
  )
}
