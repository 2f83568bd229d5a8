import { type MenuNode, menus } from '@hufu/contract/permission/menu'
import { Button } from 'antd'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useAllPages } from '../../../platform/pages.ts'
import { nodeName } from '../../../pickers/node-names.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { Splitter } from '../../../ui/splitter.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useList } from '../../../ui/list/use-list.ts'
import { TOP } from './branches.ts'
import { MenuLevel, NO_FILTERS } from './menu-level.tsx'
import { MenuTree } from './menu-tree.tsx'
import { text } from './text.ts'

const MenuDialog = lazyComponent(() => import('./menu-dialog.tsx'))

/** The tree of all menus, and beside it the nodes directly below the chosen one. */
export default function MenuPage() {
  const list = useList(NO_FILTERS, { parentId: TOP })
  const { parentId } = list.params
  const all = useAllPages(menus.page, { query: { type: 'menu' } })
  const dialog = useDialog<MenuNode>()
  const rows = all.data?.records ?? []
  const parent = rows.find(row => row.id === parentId)
  const go = (id: string) => list.narrow({ ...NO_FILTERS, parentId: id })
  const add = (
    <Button type="primary" onClick={() => dialog.open()}>
      {text.addBelow}
    </Button>
  )
  return (
    <Page title={text.title} description={text.description} actions={add}>
      <Splitter
        name="menu"
        label={text.menu}
        at={parentId}
        chosen={parent && nodeName(parent)}
        side={
          <Card>
            <MenuTree of={all} selected={parentId} onSelect={go} />
          </Card>
        }
      >
        <Card>
          <MenuLevel parent={parent} list={list} onEnter={go} onEdit={dialog.open} onAdd={() => dialog.open()} />
        </Card>
      </Splitter>
      {dialog.isOpen && <MenuDialog row={dialog.item} parent={parent} onClose={dialog.close} />}
    </Page>
  )
}
