import { saml, type SamlRefusal } from '@hufu/contract/federation/saml'
import { useCall } from '../../../platform/calls.ts'
import { Button } from 'antd'
import { EventTime } from '../../../ui/list/time.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { acts } from '@hufu/contract/text'
import { text as samlText } from './saml-text.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'
import './saml.css'

const text = samlText.refusals

/** Refused requests in the name of the application, with reasons. */
export default function SamlRefusalsTab({ of }: TabProps) {
  const found = useCall(saml.refusals, { query: { appId: of.id } })
  return (
    <Loaded of={found} lines={8}>
      {data => {
        const again = <Button onClick={() => void found.refetch()}>{acts.refresh}</Button>
        if (data.length === 0) return <Empty title={text.none} hint={text.noneHint} action={again} />
        return (
          <div className="saml-refusals">
            {again}
            <ul aria-label={text.list}>
              {data.map(each => (
                <Refusal key={each.id} of={each} />
              ))}
            </ul>
          </div>
        )
      }}
    </Loaded>
  )
}

const Refusal = ({ of: { createTime, problem, detail, ip } }: { of: SamlRefusal }) => (
  <li>
    <span className="saml-when">
      <EventTime at={createTime} /> {ip}
    </span>
    <span>{text.problems[problem]}</span>
    {detail !== '' && <code>{detail}</code>}
  </li>
)
