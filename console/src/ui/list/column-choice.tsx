import { Button, Checkbox } from 'antd'
import type { ShownColumns } from './column-settings.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { text } from '../text.ts'

/** The columns to tick; each takes effect at once. */
export default function ColumnChoice({ of, onClose }: { of: ShownColumns; onClose: () => void }) {
  const options = of.choosable.map(({ key, label }) => ({ value: key, label }))
  return (
    <Dialog
      small
      title={text.columns.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={of.reset}>{text.columns.reset}</Button>
          <Button type="primary" onClick={onClose}>
            {text.columns.done}
          </Button>
        </>
      }
    >
      <Checkbox.Group className="column-choice" options={options} value={[...of.shown]} onChange={of.change} />
    </Dialog>
  )
}
