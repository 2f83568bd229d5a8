import { file } from '@hufu/contract/operations/file'
import { readTable, writeTable } from '../src/sheets/xlsx/index.ts'
import type { Subject } from './harness.ts'

type Cells = readonly (string | null)[]

/** An .xlsx as a user fills it in. */
export async function sheet(titles: readonly string[], rows: readonly Cells[]): Promise<{ name: string; bytes: Uint8Array }> {
  const chunks: Uint8Array[] = []
  async function* batches() {
    yield rows.map(row => [...row])
  }
  for await (const chunk of writeTable(titles.map(title => ({ title })), batches())) chunks.push(chunk) // prettier-ignore
  return { name: '表格.xlsx', bytes: Buffer.concat(chunks) }
}

/** Titles and rows of an .xlsx. */
export async function table(bytes: Uint8Array): Promise<{ titles: string[]; rows: string[][] }> {
  async function* whole() {
    yield bytes
  }
  const all: string[][] = []
  for await (const { rows } of readTable(whole())) all.push(...rows)
  const [titles = [], ...rows] = all
  return { titles, rows: rows.map(row => titles.map((_, n) => row[n] ?? '')) }
}

export async function downloaded(subject: Subject, fileId: string | null) {
  const { status, bytes } = await subject.send(file.download, { query: { fileId: fileId ?? '' } })
  if (status !== 200) throw new Error(`no file ${fileId}: ${status}`)
  return table(bytes)
}
