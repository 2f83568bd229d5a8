import { mkdirSync, writeFileSync } from 'node:fs'
import { copyOf, printed } from './printed.ts'
import { withMigratedDatabase } from './tables/migrated.ts'
import { printedTables } from './tables/printed-tables.ts'

/** `npm run print`: writes the documents that are generated from the code and the migrations. */
async function printDocuments(): Promise<number> {
  const documents = Object.entries(printed).map(([file, print]) => [file, print()] as const)
  for (const [file, text] of [...documents, ...(await withMigratedDatabase(printedTables))]) {
    const url = new URL(`../${file}`, import.meta.url)
    const fresh = text !== copyOf(file)
    if (fresh) {
      mkdirSync(new URL('.', url), { recursive: true })
      writeFileSync(url, text)
    }
    console.log(`${file}${fresh ? ' 已更新' : ' 无变化'}`)
  }
  return 0
}

const [what, ...more] = process.argv.slice(2)
if (what === 'screens') process.exitCode = await (await import('./print-screens.ts')).printScreens(more)
else if (what === 'pictures') process.exitCode = await (await import('./print-pictures.ts')).printPictures()
else if (what === 'figures') process.exitCode = (await import('./print-figures.ts')).printFigures()
else if (what === undefined) process.exitCode = await printDocuments()
else {
  console.error('用法：npm run print [-- screens | pictures | figures]')
  process.exitCode = 1
}
