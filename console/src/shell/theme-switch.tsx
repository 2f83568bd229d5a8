import { BulbOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { createSessionStore } from '../platform/session.ts'
import { useStore } from '../platform/store.ts'
import { chooseTheme, type ThemeChoice, useTheme } from '../platform/theme.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { text } from './text.ts'

const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark']

const AppearanceDialog = lazyComponent(() => import('./appearance/appearance-dialog.tsx'))
const dialog = createSessionStore({ isOpen: false })
/** Opens the dialog for colours, size and tabs. */
export const openAppearance = (): void => dialog.set({ isOpen: true })

export function ThemeSwitch() {
  const { choice } = useTheme()
  const isOpen = useStore(dialog, value => value.isOpen)
  return (
    <>
      <Dropdown
        atEnd
        menu={{
          chosen: choice,
          items: [
            ...CHOICES.map(one => ({ key: one, label: text.theme[one], onClick: () => chooseTheme(one) })),
            { type: 'divider' },
            { key: 'more', isAct: true, label: text.theme.more, onClick: openAppearance },
          ],
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
      {isOpen && <AppearanceDialog onClose={() => dialog.set({ isOpen: false })} />}
    </>
  )
}
