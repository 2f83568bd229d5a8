import { mkdirSync, writeFileSync } from 'node:fs'
import { copyOf, printed } from './printed.ts'

/** `npm run print`: writes the documents that are printed from the code. */
mkdirSync(new URL('../docs/', import.meta.url), { recursive: true })
for (const [file, print] of Object.entries(printed)) {
  const text = print()
  const fresh = text !== copyOf(file)
  if (fresh) writeFileSync(new URL(`../${file}`, import.meta.url), text)
  console.log(`${file}${fresh ? ' 已更新' : ' 无变化'}`)
}
