import { SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useStore } from '../../platform/store.ts'
import { text } from '../text.ts'
import { useDialog } from '../dialog/use-dialog.ts'
import { type StoredLayout, usePreference } from './use-columns.ts'

// Loaded when first opened.
const ColumnChoice = lazyComponent(() => import('./column-choice.tsx'))

/** A button to choose columns of the table below and their order. */
export function ColumnSettings({ of }: { of: StoredLayout }) {
  const dialog = useDialog()
  const leftOut = useStore(of.offered, offered => offered.leftOut)
  const isThere = useStore(of.offered, ({ choosable }) => choosable.length > 1)
  const { isKnown } = usePreference(of.list, isThere)
  if (!isThere) return null
  return (
    <>
      <Button
        type="text"
        icon={<SettingOutlined aria-hidden />}
        title={leftOut > 0 ? text.columns.leftOut(leftOut) : text.columns.open}
        aria-label={text.columns.open}
        disabled={!isKnown}
        onClick={() => dialog.open()}
      />
      {dialog.isOpen && <ColumnChoice of={of} onClose={dialog.close} />}
    </>
  )
}
