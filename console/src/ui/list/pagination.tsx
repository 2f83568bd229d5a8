import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { text } from './pagination-text.ts'
import './pagination.css'

interface Props {
  current: number
  size: number
  total: number
  onTurn: (page: number) => void
}

/** Pages of a narrow list, where a table's pager has no room. */
export function Pagination({ current, size, total, onTurn }: Props) {
  const pages = Math.max(1, Math.ceil(total / size))
  const stepButton = (by: number, label: string, icon: React.ReactNode, isEnd: boolean) => (
    <Button size="small" aria-label={label} icon={icon} disabled={isEnd} onClick={() => onTurn(current + by)} />
  )
  return (
    <div className="turner">
      <output>{text.total(total)}</output>
      {pages > 1 && (
        <>
          {stepButton(-1, text.before, <LeftOutlined aria-hidden />, current <= 1)}
          <span>
            {current} / {pages}
          </span>
          {stepButton(1, text.after, <RightOutlined aria-hidden />, current >= pages)}
        </>
      )}
    </div>
  )
}
