import { signingKey, type SigningKey } from '@hufu/contract/federation/signing-key'
import { Button } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Card } from '../../../ui/page.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { text } from './text.ts'
import '../../../ui/dialog/secret.css'

const tones = { next: 'info', current: 'good', former: 'plain' } as const

/** The signing keys of tokens, and early rotation; for super administrators. */
export default function SigningKeys() {
  const keys = useCall(signingKey.list)
  const rotate = useAction(signingKey.rotate, { refreshes: [signingKey.list] })
  const list = keys.data ?? []
  const ask = () =>
    confirmAct({
      title: text.ask,
      content: text.askHint,
      okText: text.rotate,
      run: async () => {
        if (ok(await rotate.run())) notifier.done(text.done)
      },
    })
  return (
    <Card>
      <div className="secret-head">
        <h2 className="card-title">{text.title}</h2>
        <Button onClick={ask} disabled={list.some(key => key.state === 'next')}>
          {text.rotate}
        </Button>
      </div>
      <p className="secret-hint">{text.hint}</p>
      {list.length > 0 && (
        <ul className="secret-list" aria-label={text.title}>
          {list.map(key => (
            <Line key={key.kid} of={key} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Line = ({ of: { kid, alg, state, beginTime, endTime } }: { of: SigningKey }) => (
  <li>
    <code>
      {alg} {kid}
    </code>
    <span className="secret-age">{text.lasts(beginTime, endTime)}</span>
    <Tag tone={tones[state]}>{text.states[state]}</Tag>
  </li>
)
