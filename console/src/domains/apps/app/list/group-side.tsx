import type { AppGroup, appGroup } from '@hufu/contract/apps/app'
import { appGroup as calls } from '@hufu/contract/apps/app'
import type { ReplyOf } from '@hufu/contract/call'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { Can } from '../../../../ui/can.tsx'
import { TransferRow } from '../../../../ui/form/transfer.tsx'
import { Loaded } from '../../../../ui/states.tsx'
import { text } from '../text.ts'

const words = text.groups

interface Props {
  of: UseQueryResult<ReplyOf<typeof appGroup.list>>
  chosen: string
  onChoose: (group: Pick<AppGroup, 'id' | 'name'>) => void
  onManage: () => void
}

/** The groups, with the number of applications in each. */
export function GroupSide({ of, chosen, onChoose, onManage }: Props) {
  return (
    <div className="app-side">
      <div className="app-side-head">
        <h2 className="card-title">{words.title}</h2>
        <Can call={calls.save}>
          <Button type="link" size="small" onClick={onManage}>
            {words.manage}
          </Button>
        </Can>
      </div>
      <Groups of={of} chosen={chosen} onChoose={onChoose} />
    </div>
  )
}

function Groups({ of, chosen, onChoose }: Omit<Props, 'onManage'>) {
  return (
    <Loaded of={of} lines={6}>
      {data => {
        const all = { id: '', name: words.all, appCount: data.reduce((sum, group) => sum + group.appCount, 0) }
        return (
          <ul className="app-groups" aria-label={words.list}>
            {[all, ...data].map(({ id, name, appCount }) => (
              <li key={id}>
                <TransferRow name={name} isChosen={id === chosen} onChoose={() => onChoose({ id, name })}>
                  <span className="chooser-count" aria-label={words.count(appCount)}>
                    {appCount}
                  </span>
                </TransferRow>
              </li>
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}
