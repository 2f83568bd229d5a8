import { BulbOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { chooseTheme, type ThemeChoice, useTheme } from '../platform/theme.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { text } from './text.ts'

const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark']

export function ThemeSwitch() {
  const { choice } = useTheme()
  return (
    <Dropdown
      atEnd
      menu={{
        chosen: choice,
        items: CHOICES.map(one => ({ key: one, label: text.theme[one], onClick: () => chooseTheme(one) })),
      }}
    >
      <Button
        type="text"
        shape="circle"
        icon={<BulbOutlined aria-hidden />}
        aria-label={`${text.theme.label} ${text.theme[choice]}`}
        title={text.theme.label}
      />
    </Dropdown>
  )
}
