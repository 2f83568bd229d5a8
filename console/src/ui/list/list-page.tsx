import type { ComponentProps, ReactNode } from 'react'
import { Card, Page, PageCount } from '../page.tsx'
import { DataTable, type TableProps } from './data-table.tsx'
import { ListTools } from './list-tools.tsx'
import type { List, Values } from './use-list.ts'

interface Words {
  title: string
  description: string
  /** The accessible name of the table. */
  list: string
  /** Shown while there are no rows at all. */
  none?: string
  noneHint?: string
}

interface Props<T>
  extends Pick<ComponentProps<typeof Page>, 'actions'>, Omit<TableProps<T>, keyof List<Values>['table'] | 'label' | 'empty'> {
  words: Words
  /** The result of useList. */
  list: Pick<List<Values>, 'tools' | 'table'>
  /** The SearchBar. */
  search: ReactNode
  /** Shown at the left above the table. */
  tools?: ReactNode
  /** Given if a refresh must read more than the rows. */
  onRefresh?: () => void
  /** Actions on ticked rows. */
  batch?: ReactNode
  /** The action offered while there are no rows at all. */
  first?: ReactNode
  /** Dialogs and drawers of the list. */
  children?: ReactNode
}

/** A page that is one list: title, count, actions, filters, tools and table. */
export function ListPage<T extends { id: string }>(props: Props<T>) {
  const { words, actions, list, search, tools, onRefresh, batch, first, children, ...table } = props
  const empty = words.none === undefined ? undefined : { title: words.none, hint: words.noneHint, action: first }
  return (
    <Page title={words.title} description={words.description} actions={actions}>
      <PageCount of={table.of.data} />
      <Card>
        {search}
        <ListTools of={list.tools} onRefresh={onRefresh ?? (() => void table.of.refetch())}>
          {tools}
        </ListTools>
        {batch}
        <DataTable<T> {...list.table} {...table} label={words.list} empty={empty} />
      </Card>
      {children}
    </Page>
  )
}
