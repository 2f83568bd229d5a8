import { SettingOutlined } from '@ant-design/icons'
import { orgRange } from '@hufu/contract/directory/org-range'
import { DEFAULT_RANGE } from '@hufu/contract/screens'
import { Button, Select } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Can } from '../../../ui/can.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import type { Range } from './org-place.ts'
import { text } from './text.ts'

const RangesDialog = lazyComponent(() => import('./ranges-dialog.tsx'))

interface Props {
  range: Range
  onChange: (range: Range) => void
}

/** Chooses the range of organisations shown; '' shows all. */
export function RangeBar({ range, onChange }: Props) {
  const ranges = useCall(orgRange.list)
  const dialog = useDialog()
  const listed = (ranges.data ?? []).map(({ id, name }) => ({ value: id === DEFAULT_RANGE ? '' : id, label: name }))
  // The address may name a range that is not loaded yet, or is deleted.
  const isListed = listed.some(({ value }) => value === range.orgRangeId)
  const options = isListed ? listed : [...listed, { value: range.orgRangeId, label: range.orgRangeName || text.range.all }]
  const choose = (orgRangeId: string) => {
    const name = options.find(({ value }) => value === orgRangeId)?.label ?? ''
    onChange({ orgRangeId, orgRangeName: orgRangeId && name })
  }
  return (
    <div className="org-range">
      <Select<string>
        aria-label={text.range.label}
        value={range.orgRangeId}
        options={options}
        onChange={choose}
        className="org-range-select"
      />
      <Can call={orgRange.save}>
        <Button
          type="text"
          icon={<SettingOutlined aria-hidden />}
          aria-label={text.range.manage}
          title={text.range.manage}
          onClick={() => dialog.open()}
        />
      </Can>
      {dialog.isOpen && (
        <RangesDialog onClose={dialog.close} onRemoved={id => id === range.orgRangeId && onChange({ orgRangeId: '', orgRangeName: '' })} />
      )}
    </div>
  )
}
