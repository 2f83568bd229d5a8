import { type OrgCount, stats } from '@hufu/contract/audit/stats'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { ChartCard } from '../../../ui/chart/chart-card.tsx'
import { type ChartQuery, queryOf, shown } from './login-charts.tsx'
import { text } from './text.ts'

const TOP = 10

interface Place {
  id: string
  name: string
}
interface Words {
  title: string
  hint: string
  count: string
}

/** One level of organisations, greatest first, each a link to its children. */
function OrgCard({
  of,
  words,
  none,
  path,
  onWay,
}: {
  of: Parameters<typeof ChartCard>[0]['of'] & { data: OrgCount[] | undefined }
  words: Words
  none: string
  path: readonly Place[]
  onWay: (path: readonly Place[]) => void
}) {
  const orgs = of.data ?? []
  const top = orgs.slice(0, TOP)
  const into = ({ orgId, orgName, hasChildren }: OrgCount) => hasChildren && onWay([...path, { id: orgId, name: orgName }])
  const [first] = top
  const up = path.length > 0 && (
    <Button size="small" type="text" onClick={() => onWay(path.slice(0, -1))}>
      {text.orgs.up}
    </Button>
  )
  return (
    <ChartCard
      title={words.title}
      hint={path.length > 0 ? path.map(({ name }) => name).join(' / ') : words.hint}
      of={of}
      none={none}
      label={first ? text.orgs.label(first.orgName, shown(first.count)) : words.title}
      shape={first && { kind: 'ranks', at: top.map(({ orgName }) => orgName), name: words.count, values: top.map(({ count }) => count) }}
      onPick={at => top[at] && into(top[at])}
      head={[text.orgs.name, words.count]}
      rows={orgs.map(org => [
        {
          value: org.orgName,
          to: org.hasChildren ? (
            <Button type="link" size="small" className="org-into" aria-label={text.orgs.into(org.orgName)} onClick={() => into(org)}>
              {org.orgName}
            </Button>
          ) : undefined,
        },
        { value: org.count },
      ])}
      actions={up}
    />
  )
}

export function OrgLoginsCard({ range }: ChartQuery) {
  const [path, setPath] = useState<readonly Place[]>([])
  const of = useCall(stats.orgLogin, { query: { ...queryOf(range), parentId: path.at(-1)?.id }, keepPrevious: true })
  const none = of.data?.every(({ count }) => count === 0) ?? false
  return (
    <OrgCard
      of={none && path.length === 0 ? { ...of, data: [] } : of}
      words={text.orgLogins}
      none={none ? text.noLogins : text.orgs.none}
      path={path}
      onWay={setPath}
    />
  )
}

export function OrgPeopleCard() {
  const [path, setPath] = useState<readonly Place[]>([])
  const of = useCall(stats.orgUser, { query: { parentId: path.at(-1)?.id }, keepPrevious: true })
  return <OrgCard of={of} words={text.orgPeople} none={text.orgs.none} path={path} onWay={setPath} />
}
