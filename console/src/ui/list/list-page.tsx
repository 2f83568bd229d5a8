import type { ComponentProps, ReactNode } from 'react'
import { Card, Page, PageCount } from '../page.tsx'
import { DataTable, type TableProps } from './data-table.tsx'
import { ListTools } from './list-tools.tsx'
import type { List, Values } from './use-list.ts'

interface Props<T>
  extends Pick<ComponentProps<typeof Page>, 'title' | 'description' | 'actions'>, Omit<TableProps<T>, keyof List<Values>['table']> {
  /** The result of useList. */
  list: Pick<List<Values>, 'fold' | 'table'>
  /** The SearchBar. */
  search: ReactNode
  /** Shown at the left above the table. */
  tools?: ReactNode
  /** Given if a refresh must read more than the rows. */
  onRefresh?: () => void
  /** Actions on ticked rows. */
  batch?: ReactNode
  /** Dialogs and drawers of the list. */
  children?: ReactNode
}

/** A page that is one list: title, count, actions, filters, tools and table. */
export function ListPage<T extends { id: string }>(props: Props<T>) {
  const { title, description, actions, list, search, tools, onRefresh, batch, children, ...table } = props
  return (
    <Page title={title} description={description} actions={actions}>
      <PageCount of={table.of.data} />
      <Card>
        {search}
        <ListTools fold={list.fold} onRefresh={onRefresh ?? (() => void table.of.refetch())}>
          {tools}
        </ListTools>
        {batch}
        <DataTable<T> {...list.table} {...table} />
      </Card>
      {children}
    </Page>
  )
}
