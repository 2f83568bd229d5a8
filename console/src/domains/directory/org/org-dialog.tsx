import { org, type Org } from '@hufu/contract/directory/org'
import { ORG_TYPE } from '@hufu/contract/operations/dict'
import type { Flag } from '@hufu/contract/shapes'
import { Form, Input, InputNumber, Switch } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import type { Envelope } from '../../../platform/client.ts'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { FlagField } from '../../../ui/form/flag-field.tsx'
import { chosen, legal, matches, needed, useServerRule, sortNumRule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { DictSelect } from '../../../pickers/dict-select.tsx'
import { OrgSelect } from '../../../pickers/org/org-select.tsx'
import { submissionOf, takenSentence, useOutlook } from '../../../pickers/review/outlook.ts'
import { OwnedFields, OwnedItem } from '../../../pickers/owned-fields.tsx'
import { PendingHint } from '../../../pickers/review/pending-banner.tsx'
import { text as reviewText } from '../../../pickers/review/review-text.ts'
import { SubmissionPart } from '../../../pickers/review/submission-part.tsx'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { CODE } from './code.ts'
import { ORG_LISTS } from './org-acts.ts'
import { text } from './text.ts'

interface Typed {
  parentId: string
  name: string
  code: string
  shortName: string
  orgType: string
  originOrgId: string
  leader: string
  phone: string
  address: string
  remark: string
  sortNum: number | null
  status: Flag
  pick?: Record<string, string[]>
}
interface Props {
  /** Absent: a new organisation. */
  row: Org | undefined
  /** The proposed parent of a new one. */
  parent: { id: string } | undefined
  onClose: () => void
}
const words = text.dialog

export function OrgDialog({ row, parent, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const parentId = Form.useWatch('parentId', form) ?? row?.parentId
  const save = useAction(org.save, { refreshes: ORG_LISTS })
  const update = useAction(org.update, { refreshes: ORG_LISTS })
  const place = row ? { objectId: row.id } : { orgId: parentId ?? parent?.id }
  const outlook = useOutlook({ objectType: 'org', operateType: row ? 'update' : 'insert', ...place })
  const isReviewed = outlook.data?.isReviewed ?? false
  const blocked = isReviewed && outlook.data?.pending ? reviewText.again('org') : undefined
  const submit = async ({ parentId, status, sortNum, pick, ...typed }: Typed) => {
    const details = { ...typed, ...(sortNum ? { sortNum } : {}), review: submissionOf(pick) }
    const answer: Envelope = row
      ? await update.run({ body: { id: row.id, version: row.version, ...details } })
      : await save.run({ body: { parentId, status, ...details } })
    return toastIfDone(answer, text.acts.saved)
  }
  return (
    <FormDialog<Typed>
      title={row ? words.edit : words.add}
      form={form}
      initial={initialOf(row, parent)}
      {...(isReviewed && { okText: reviewText.submit })}
      blockedBecause={blocked}
      onSubmit={submit}
      onClose={onClose}
    >
      {outlook.data && <PendingHint objectType="org" of={outlook.data} />}
      <SubmissionPart of={outlook.data} />
      {row ? (
        <Form.Item label={words.parent} htmlFor="org-parent">
          <Input id="org-parent" value={row.parentName ?? ''} disabled />
        </Form.Item>
      ) : (
        <Form.Item name="parentId" label={words.parent} rules={[chosen(words.parent)]}>
          <OrgSelect />
        </Form.Item>
      )}
      <OwnedFields of={row && { orgId: row.id }}>
        <UniqueFields row={row} parentId={parentId} />
        <PlainFields row={row} />
      </OwnedFields>
    </FormDialog>
  )
}

/** Unique fields: checked as a hint while typing, guarded by the server. */
function UniqueFields({ row, parentId }: { row: Org | undefined; parentId: string | undefined }) {
  const own = row && { id: row.id }
  const nameRule = useServerRule(async (name, signal) => {
    if (!parentId) return undefined
    return (await fetchData(org.nameTaken, { query: { name, parentId, ...own }, signal }))
      ? takenSentence({ kind: 'orgName', value: name, parentId }, words.name, words.nameTaken, signal)
      : undefined
  })
  const codeRule = useServerRule(async (code, signal) =>
    (await fetchData(org.codeTaken, { query: { code, ...own }, signal }))
      ? takenSentence({ kind: 'orgCode', value: code }, words.code, words.codeTaken, signal)
      : undefined,
  )
  const originRule = useServerRule(async (originOrgId, signal) =>
    (await fetchData(org.originTaken, { query: { originOrgId, ...own }, signal }))
      ? takenSentence({ kind: 'originOrgId', value: originOrgId }, words.originOrgId, words.originTaken, signal)
      : undefined,
  )
  return (
    <>
      <OwnedItem
        name="name"
        label={words.name}
        required
        validateFirst
        dependencies={['parentId']}
        rules={[needed(words.name), legal, nameRule]}
      >
        <TrimInput />
      </OwnedItem>
      <div className="form-pair">
        <OwnedItem
          name="code"
          label={words.code}
          extra={words.codeHint}
          required
          validateFirst
          rules={[needed(words.code), matches(CODE, words.codeProblem), codeRule]}
        >
          <TrimInput />
        </OwnedItem>
        <OwnedItem name="originOrgId" label={words.originOrgId} validateFirst rules={[legal, originRule]}>
          <TrimInput />
        </OwnedItem>
      </div>
    </>
  )
}

function PlainFields({ row }: { row: Org | undefined }) {
  const isNew = !row
  const present = row?.orgType ? { code: row.orgType, name: row.orgTypeName ?? row.orgType } : undefined
  return (
    <>
      <div className="form-pair">
        <OwnedItem name="shortName" label={words.shortName} rules={[legal]}>
          <TrimInput />
        </OwnedItem>
        <OwnedItem name="orgType" label={words.orgType}>
          <DictSelect type={ORG_TYPE} none={text.noType} present={present} />
        </OwnedItem>
        <OwnedItem name="leader" label={words.leader} rules={[legal]}>
          <TrimInput />
        </OwnedItem>
        <OwnedItem name="phone" label={words.phone} rules={[legal]}>
          <TrimInput />
        </OwnedItem>
        <OwnedItem name="sortNum" label={words.sortNum} extra={isNew && words.sortHint} rules={[sortNumRule]}>
          <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
        </OwnedItem>
        {isNew && (
          <FlagField name="status" label={words.status}>
            <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
          </FlagField>
        )}
      </div>
      <OwnedItem name="address" label={words.address} rules={[legal]}>
        <Input maxLength={REMARK_MAX} />
      </OwnedItem>
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </>
  )
}

function initialOf(row: Org | undefined, parent: { id: string } | undefined): Partial<Typed> {
  if (!row) return { ...(parent?.id && { parentId: parent.id }), status: 1 as const }
  const { name, code, shortName, orgType, originOrgId, leader, phone, address, remark, sortNum } = row
  const shown = { shortName, orgType, originOrgId, leader, phone, address, remark }
  const initialValues = Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, value ?? '']))
  return { name, code, sortNum, ...initialValues }
}
