import { Dropdown, type MenuProps } from 'antd'
import type { ReactElement } from 'react'

/** A menu below a button. It takes the focus when opened, or arrow keys would not reach it (1.5 no. 9). */
export function DropMenu({ menu, children, atEnd = false }: { menu: MenuProps; children: ReactElement; atEnd?: boolean }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- focus goes into the menu a person has just opened
    <Dropdown trigger={['click']} autoFocus menu={menu} {...(atEnd && { placement: 'bottomRight' as const })}>
      {children}
    </Dropdown>
  )
}
