import { org } from '@hufu/contract/directory/org'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useCall } from '../../../../platform/calls.ts'
import { Descriptions } from '../../../../ui/descriptions.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { Empty, Failure, Skeleton } from '../../../../ui/states.tsx'
import { StatusTag } from '../../../../ui/tag.tsx'
import { text as words } from './org-text.ts'
import { text } from '../text.ts'

/** The organisation, read only; its own page changes it. */
export function OrgDetails({ id }: { id: string }) {
  const isPermitted = useMay()(org.byId)
  const found = useCall(org.byId, { query: { id }, enabled: isPermitted, quietly: true })
  const navigate = useNavigate()
  if (!isPermitted) return <Empty title={words.forbidden} />
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={6} />
  const { name, code, shortName, orgTypeName, parentName, leader, phone, address, userCount, childCount, status, remark, createTime } =
    found.data
  return (
    <>
      <Descriptions
        of={[
          [words.name, name],
          [words.code, <code key="code">{code}</code>],
          [words.parent, parentName],
          [words.shortName, shortName],
          [words.orgType, orgTypeName],
          [
            words.status,
            <StatusTag key="status" tone={status === 1 ? 'good' : 'plain'}>
              {status === 1 ? text.enabled : text.disabled}
            </StatusTag>,
          ],
          [words.leader, leader],
          [words.phone, phone],
          [words.address, address],
          [words.people, userCount],
          [words.childCount, childCount],
          [words.createTime, createTime],
          [words.remark, remark],
        ]}
      />
      <div className="panel-acts">
        <Button onClick={() => void navigate(`/organiz/orgDetail?id=${id}&from=index`)}>{words.full}</Button>
      </div>
    </>
  )
}
