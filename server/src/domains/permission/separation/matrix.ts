import type { Permit } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import { segregatedRolesOf } from '@hufu/contract/permission/separation'
import type { RightsReader } from '../../../platform/access/rights.ts'
import { Download } from '../../../platform/http/context.ts'
import { XLSX } from '../../../platform/files/files.ts'
import { writeTable } from '../../../sheets/xlsx/index.ts'
import { text } from './text.ts'

function permitText(permit: Permit): string {
  if (typeof permit === 'string') return text.permits[permit]
  const pages = permit.pages === '*' ? text.anyPage : permit.pages.join('、')
  return permit.buttons.length > 0 ? `${pages}（${permit.buttons.join('、')}）` : pages
}

/** Every call, its segregated role, and the roles that may make it now (GB/T 22239 8.1.5). */
export async function matrixSheet(rights: RightsReader): Promise<Download> {
  const columns = await rights.ofEachRole()
  async function* rows() {
    yield Object.entries(allCalls).flatMap(([noun, calls]) =>
      Object.entries(calls).map(([name, call]) => [
        `${noun}.${name}`,
        call.method,
        `/api${call.path}`,
        call.changes ? text.changes : text.reads,
        permitText(call.permit),
        segregatedRolesOf(call.permit).map(segregatedRole => text.segregatedRoles[segregatedRole]).join('、'), // prettier-ignore
        ...columns.map(column => (column.rights.scopeOf(call.permit) ? text.may : '')),
      ]),
    )
  }
  const titles = [
    ...text.titles,
    ...columns.map(({ name, segregatedRole }) => (segregatedRole ? text.ofThree(text.segregatedRoles[segregatedRole]) : name)),
  ].map(title => ({
    title,
  }))
  return new Download({ fileName: text.fileName, contentType: XLSX, bytes: writeTable(titles, rows()) })
}
