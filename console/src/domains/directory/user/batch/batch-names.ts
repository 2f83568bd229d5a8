import { user } from '@hufu/contract/directory/user'
import { useRef } from 'react'
import { fetchData } from '../../../../platform/calls.ts'
import { inBackground } from '../../../../platform/error-log.ts'
import { cellOf, type GridRow, withCell } from '../../../../ui/batch/batch-rows.ts'

/** The most characters of names in use that the query takes (contract/user.ts). */
const FILTER_MAX = 4000

interface GeneratedName {
  /** The values it was generated from; generated anew when they change. */
  from: string
  userName: string
}

/** Generates user names for rows with a real name and none of their own, one after the other, so that none is given twice. */
export function useGeneratedNames(onRows: (change: (rows: GridRow[]) => GridRow[]) => void) {
  const made = useRef(new Map<number, GeneratedName>())
  const latest = useRef<readonly GridRow[]>([])
  const working = useRef(false)

  const wanting = () => latest.current.find(row => needsName(row, made.current.get(row.key)))
  const work = async () => {
    for (let row = wanting(); row; row = wanting()) {
      const { key } = row
      const from = sourceOf(row)
      const userName = await fetchData(user.generateUserName, {
        query: {
          realName: cellOf(row, 'realName'),
          phone: cellOf(row, 'phone'),
          employeeNumber: cellOf(row, 'employeeNumber'),
          filterUserNames: userNamesOfOthers(latest.current, key),
        },
      }).catch(() => '')
      made.current.set(key, { from, userName })
      const name = (rows: readonly GridRow[]) => rows.map(one => (one.key === key && userName ? withCell(one, 'userName', userName) : one))
      latest.current = name(latest.current)
      onRows(name)
    }
  }
  return (rows: readonly GridRow[]) => {
    latest.current = rows
    if (working.current) return
    working.current = true
    inBackground(
      work().finally(() => {
        working.current = false
      }),
    )
  }
}

const sourceOf = (row: GridRow) => cellOf(row, 'realName')

/** A name typed by hand is kept; a generated one follows the real name. */
export function needsName(row: GridRow, made: GeneratedName | undefined): boolean {
  if (sourceOf(row) === '') return false
  const current = cellOf(row, 'userName')
  if (made?.from === sourceOf(row)) return false
  return current === '' || current === made?.userName
}

function userNamesOfOthers(rows: readonly GridRow[], but: number): string {
  let list = ''
  for (const row of rows) {
    const userName = cellOf(row, 'userName')
    if (row.key === but || userName === '' || list.length + userName.length >= FILTER_MAX) continue
    list += list ? `,${userName}` : userName
  }
  return list
}
