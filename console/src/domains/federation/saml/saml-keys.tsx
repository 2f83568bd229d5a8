import { saml, samlKey, type SamlKey } from '@hufu/contract/federation/saml'
import { Button } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Card } from '../../../ui/page.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { text as samlText } from './saml-text.ts'
import './saml.css'
import '../../../ui/dialog/secret.css'

const text = samlText.keys
const tones = { next: 'info', current: 'good', former: 'plain' } as const

/** The signing keys of assertions, and the applications not yet moved to a new one; for super administrators. */
export default function SamlKeys() {
  const keys = useCall(samlKey.list)
  const add = useAction(samlKey.add, { refreshes: [samlKey.list] })
  const list = keys.data ?? []
  const next = list.find(({ state }) => state === 'next')
  const ask = () =>
    confirmAct({
      title: text.ask,
      content: text.askHint,
      okText: text.add,
      run: async () => {
        if (ok(await add.run())) notifier.done(text.added)
      },
    })
  return (
    <Card>
      <div className="secret-head">
        <h2 className="card-title">{text.title}</h2>
        <Button onClick={ask} disabled={next !== undefined}>
          {text.add}
        </Button>
      </div>
      <p className="secret-hint">{text.hint}</p>
      <ul className="secret-list" aria-label={text.title}>
        {list.map(key => (
          <Line key={key.kid} of={key} next={next} />
        ))}
      </ul>
    </Card>
  )
}

function Line({ of, next }: { of: SamlKey; next: SamlKey | undefined }) {
  const { kid, state, appCount, expiresAt, fingerprint } = of
  const isOld = state === 'current' && next !== undefined
  return (
    <li className="saml-key">
      <code title={fingerprint}>{fingerprint.slice(0, 16)}</code>
      <span className="secret-age">
        {text.until(expiresAt)}
        {state !== 'former' && ` · ${text.apps(appCount)}`}
      </span>
      <Tag tone={tones[state]}>{text.states[state]}</Tag>
      {isOld && <Waiting kid={kid} next={next} />}
    </li>
  )
}

const refreshes = [samlKey.list, samlKey.apps, saml.get]

/** Applications still using the old certificate; once there are none, the old key can be removed. */
function Waiting({ kid, next }: { kid: string; next: SamlKey }) {
  const apps = useCall(samlKey.apps, { query: { kid } })
  const withdraw = useAction(samlKey.withdraw, { refreshes })
  const ask = () =>
    confirmAct({
      title: text.withdrawAsk,
      content: text.withdrawHint,
      okText: text.withdraw,
      run: async () => {
        await withdraw.run({ query: { id: kid } })
      },
    })
  if (!apps.data) return null
  return (
    <section className="saml-waiting" aria-label={text.openTitle}>
      <h3>{apps.data.length > 0 ? text.openTitle : text.done}</h3>
      {apps.data.map(({ id, name }) => (
        <WaitingApp key={id} appId={id} name={name} kid={next.kid} />
      ))}
      {apps.data.length === 0 && (
        <Button danger size="small" onClick={ask}>
          {text.withdraw}
        </Button>
      )}
    </section>
  )
}

/** One application; while it is being moved, the buttons of the others still work. */
function WaitingApp({ appId, name, kid }: { appId: string; name: string; kid: string }) {
  const move = useAction(samlKey.moveApp, { refreshes })
  return (
    <p>
      <span>{name}</span>
      <Button
        size="small"
        aria-label={`${text.moved} ${name}`}
        loading={move.pending}
        onClick={() => void move.run({ body: { appId, kid } })}
      >
        {text.moved}
      </Button>
    </p>
  )
}
