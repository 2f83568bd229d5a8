import { z } from 'zod'
import { get, post } from '../call.ts'
import { done, text } from '../shapes.ts'
import { fields } from '../text.ts'

const VIEWS_MAX = 20
export const VIEW_NAME_MAX = 20
/** The address of the page and, behind #, the tab it stands in. */
const list = z.string().regex(/^\/[\w/:#-]{1,120}$/)
const column = z.string().max(40)
const columns = z.array(column).max(60)

/** The columns of one table: those left out, all of them in their order, and those held in place at the left. */
export const ColumnLayout = z.strictObject({ hidden: columns, order: columns, pinned: columns })
export type ColumnLayout = z.infer<typeof ColumnLayout>
/** What one looks for again and again: the query of the address under a name. */
export const ListView = z.strictObject({ name: text(fields.name, VIEW_NAME_MAX), search: z.string().max(1000) })
export type ListView = z.infer<typeof ListView>

/** How a user wants to see a list, wherever they sign in. */
export const listPreference = {
  /** `columns` is null where nobody has changed them. */
  get: get('/v3/listPreference/get', {
    permit: 'signedIn',
    query: z.object({ list }),
    reply: z.object({ columns: ColumnLayout.nullable(), views: z.array(ListView) }),
  }),
  saveColumns: post('/v3/listPreference/saveColumns', {
    permit: 'signedIn',
    body: z.strictObject({ list, columns: ColumnLayout.nullable() }),
    reply: done,
  }),
  saveViews: post('/v3/listPreference/saveViews', {
    permit: 'signedIn',
    body: z.strictObject({ list, views: z.array(ListView).max(VIEWS_MAX) }),
    reply: done,
  }),
}
