import { org } from '@hufu/contract/directory/org'
import type { ReplyOf } from '@hufu/contract/call'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useCall } from '../../../../platform/calls.ts'
import { Descriptions } from '../../../../ui/descriptions.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { Empty, Loaded } from '../../../../ui/states.tsx'
import { StatusTag } from '../../../../ui/tag.tsx'
import { text as orgText } from './org-text.ts'
import { text } from '../text.ts'

/** The organisation, read only; its own page changes it. */
export function OrgDetails({ id }: { id: string }) {
  const isPermitted = useMay()(org.byId)
  const found = useCall(org.byId, { query: { id }, enabled: isPermitted, quietly: true })
  if (!isPermitted) return <Empty title={orgText.forbidden} />
  return (
    <Loaded of={found} lines={6}>
      {data => <Details of={data} />}
    </Loaded>
  )
}

function Details({ of }: { of: ReplyOf<typeof org.byId> }) {
  const navigate = useNavigate()
  const { id, name, code, shortName, orgTypeName, parentName, leader, phone, address, userCount, childCount, status, remark, createTime } =
    of
  return (
    <>
      <Descriptions
        of={[
          [orgText.name, name],
          [orgText.code, <code key="code">{code}</code>],
          [orgText.parent, parentName],
          [orgText.shortName, shortName],
          [orgText.orgType, orgTypeName],
          [
            orgText.status,
            <StatusTag key="status" tone={status === 1 ? 'good' : 'plain'}>
              {status === 1 ? text.enabled : text.disabled}
            </StatusTag>,
          ],
          [orgText.leader, leader],
          [orgText.phone, phone],
          [orgText.address, address],
          [orgText.people, userCount],
          [orgText.childCount, childCount],
          [orgText.createTime, createTime],
          [orgText.remark, remark],
        ]}
      />
      <div className="panel-acts">
        <Button onClick={() => void navigate(`/organiz/orgDetail?id=${id}&from=index`)}>{orgText.full}</Button>
      </div>
    </>
  )
}
