import { user } from '@hufu/contract/directory/user'
import type { ReactNode } from 'react'
import { useCall } from '../../../../platform/calls.ts'
import { roleName } from '../../../../platform/names/role-names.ts'
import { Failure, Skeleton } from '../../../../ui/states.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { detailText } from './detail-text.ts'

const words = detailText

/** The rights of a user, and where each comes from. */
export function Rights({ userId }: { userId: string }) {
  const found = useCall(user.rights, { query: { userId } })
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={4} />
  const { systemRoles, groups } = found.data
  return (
    <>
      <Part title={words.systemRoles} none={words.noRoles}>
        {systemRoles.length > 0 && systemRoles.map(role => <Tag key={role.id}>{roleName(role.name)}</Tag>)}
      </Part>
      <Part title={words.groups} none={words.noGroups}>
        {groups.length > 0 && groups.map(group => <Tag key={group.id}>{group.name}</Tag>)}
      </Part>
    </>
  )
}

function Part({ title, none, children }: { title: string; none: string; children: ReactNode }) {
  return (
    <section className="rights">
      <h2 className="card-title">{title}</h2>
      {children ? <div className="labels">{children}</div> : <p className="dialog-note">{none}</p>}
    </section>
  )
}
