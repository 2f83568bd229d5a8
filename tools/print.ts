import { mkdirSync, writeFileSync } from 'node:fs'
import { copyOf, printed } from './printed.ts'
import { inMigrated } from './tables/migrated.ts'
import { printedTables } from './tables/printed-tables.ts'

/** `npm run print`: writes what is printed from the code and from the migrations. */
const documents = Object.entries(printed).map(([file, print]) => [file, print()] as const)
for (const [file, text] of [...documents, ...(await inMigrated(printedTables))]) {
  const url = new URL(`../${file}`, import.meta.url)
  const fresh = text !== copyOf(file)
  if (fresh) {
    mkdirSync(new URL('.', url), { recursive: true })
    writeFileSync(url, text)
  }
  console.log(`${file}${fresh ? ' 已更新' : ' 无变化'}`)
}
