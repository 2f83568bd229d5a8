import { EllipsisOutlined } from '@ant-design/icons'
import type { Permit } from '@hufu/contract/call'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { TOOLS_SHOWN } from '../../platform/constants.ts'
import { Dropdown } from '../dropdown.tsx'
import { useMay } from '../permitted.ts'
import { text } from '../text.ts'
import { useSmallScreen } from '../use-small-screen.ts'
import { isShort } from './columns/column-layout.ts'

export interface Tool {
  label: string
  onClick?: () => void
  /** A link instead of an action. */
  to?: string
  danger?: boolean
  /** The call it makes: hidden if the user may not make it. */
  call?: { permit: Permit }
  /** Why it cannot be done now; hidden actions are left out of the list instead. */
  disabledBecause?: string | undefined
}

/** Shows two actions, or at most one in a small window, and the others under 更多; dangerous ones come last. */
export function RowTools({ name, tools }: { name: string; tools: readonly (Tool | false | undefined)[] }) {
  const navigate = useNavigate()
  const may = useMay()
  const permitted = tools.filter(tool => tool !== undefined && tool !== false).filter(tool => !tool.call || may(tool.call))
  const run = (tool: Tool) => (tool.to === undefined ? tool.onClick?.() : void navigate(tool.to))
  const isSmall = useSmallScreen()
  const inSight = isSmall ? Number(isShort(permitted[0]?.label ?? '')) : TOOLS_SHOWN
  const hidden = permitted.slice(inSight)
  return (
    <div className="row-tools">
      {permitted.slice(0, inSight).map(tool => (
        <RowTool key={tool.label} name={name} tool={tool} onRun={() => run(tool)} />
      ))}
      {hidden.length > 0 && (
        <Dropdown
          menu={{
            items: hidden.map(tool => ({
              key: tool.label,
              label: tool.disabledBecause ? <span title={tool.disabledBecause}>{tool.label}</span> : tool.label,
              danger: tool.danger ?? false,
              disabled: tool.disabledBecause !== undefined,
              onClick: () => run(tool),
            })),
          }}
        >
          <Button
            type="link"
            size="small"
            aria-label={text.tools.moreOf(name)}
            title={text.tools.more}
            icon={<EllipsisOutlined aria-hidden />}
          />
        </Dropdown>
      )}
    </div>
  )
}

function RowTool({ name, tool, onRun }: { name: string; tool: Tool; onRun: () => void }) {
  return (
    <Button
      type="link"
      size="small"
      danger={tool.danger ?? false}
      disabled={tool.disabledBecause !== undefined}
      aria-label={`${tool.label} ${name}`}
      title={tool.disabledBecause}
      onClick={onRun}
    >
      {tool.label}
    </Button>
  )
}
