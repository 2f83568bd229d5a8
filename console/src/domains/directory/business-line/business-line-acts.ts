import { type BusinessLine, businessLine } from '@hufu/contract/directory/business-line'
import { useListActs } from '../../../ui/list/use-list-acts.ts'
import { text } from './text.ts'

/** Calls that list business lines, read again after a change. */
export const BUSINESS_LINE_LISTS = [businessLine.page, businessLine.list, businessLine.byId] as const

export const useBusinessLineActs = (onDone: () => void) =>
  useListActs<BusinessLine>({
    calls: businessLine,
    refreshes: BUSINESS_LINE_LISTS,
    words: text,
    nameOf: row => row.name,
    statusText: (_, status) => (status ? text.enableText : text.disableText),
    removeText: rows => text.removeText(rows.reduce((sum, row) => sum + row.orgCount, 0)),
    onDone,
  })
export type BusinessLineActs = ReturnType<typeof useBusinessLineActs>
