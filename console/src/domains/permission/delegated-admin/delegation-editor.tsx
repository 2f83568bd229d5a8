import { delegatedAdmin, type DelegatedAdminInFull } from '@hufu/contract/permission/delegated-admin'
import { menus } from '@hufu/contract/permission/menu'
import { acts } from '@hufu/contract/text'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { namedNodes } from '../../../pickers/node-names.ts'
import { Page } from '../../../ui/page.tsx'
import { Loaded, together } from '../../../ui/states.tsx'
import { DelegationForm } from './delegation-form.tsx'
import { text } from './text.ts'
import type { OpenDelegation } from './use-open-delegation.ts'
import { WhenDelegationEnabled } from './when-delegation-enabled.tsx'

const words = text.editor

interface Props {
  task: OpenDelegation
  /** The initial organisation of a new delegation. */
  orgId: string
  onLeave: () => void
}

/** One delegation, new or existing: users, organisation, period, menus and buttons. */
export default function DelegationEditor(props: Props) {
  const [loads, setLoads] = useState(0)
  const { id, copyOf } = props.task
  return (
    <Page
      title={id ? words.edit : words.add}
      description={words.description}
      actions={<Button onClick={props.onLeave}>{acts.backToList}</Button>}
    >
      <WhenDelegationEnabled>
        <Sheet key={`${id}.${copyOf}.${loads}`} {...props} onReload={() => setLoads(loads + 1)} />
      </WhenDelegationEnabled>
    </Page>
  )
}

function Sheet({ task, orgId, onLeave, onReload }: Props & { onReload: () => void }) {
  const begin = task.id ?? task.copyOf
  const delegation = useCall(delegatedAdmin.byId, { query: { id: begin ?? '' }, enabled: begin !== undefined, quietly: true })
  const isFixed = task.id !== undefined && delegation.data?.mayChange === false
  const grantable = useCall(delegatedAdmin.grantable)
  // A read-only view takes its tree from the user's own menus.
  const mine = useCall(menus.mine, { enabled: isFixed })
  const tree = isFixed ? mine : grantable
  const nodes = useMemo(() => (tree.data ? namedNodes(tree.data) : []), [tree.data])
  return (
    <Loaded of={together({ tree, delegation: begin === undefined ? undefined : delegation })} lines={12} fresh>
      {found => <DelegationForm {...formOf(task, found.delegation)} tree={nodes} orgId={orgId} onLeave={onLeave} onReload={onReload} />}
    </Loaded>
  )
}

const formOf = (task: OpenDelegation, delegation: DelegatedAdminInFull | undefined) =>
  delegation ? (task.id === undefined ? { from: delegation } : { delegation }) : {}
