import { readFileSync } from 'node:fs'
import { helpFolder, readGuides } from '../console/help-plugin.ts'

/** All guides of docs/help in the order of their index as one document, for printing or reading as a whole. */
export function administratorGuide(): string {
  const guides = readGuides()
  const anchors = new Map(guides.map(({ name, title }) => [name, anchorOf(title)]))
  const chapters = guides.map(({ name }) =>
    readFileSync(`${helpFolder}${name}.md`, 'utf8')
      .replaceAll(/^(#+) /gm, '$1# ')
      .replaceAll(/\]\(([\w-]+)\.md\)/g, (_link, of: string) => `](#${anchors.get(of) ?? of})`)
      .trim(),
  )
  const contents = guides.map(({ title }) => `- [${title}](#${anchorOf(title)})`).join('\n')
  return `# 管理员手册\n\n<!-- Printed from docs/help by \`npm run print\`; do not edit. A test fails when this copy is stale. -->\n\n由控制台的帮助按顺序汇成，逐页说明做什么、怎样做、出了问题怎么办；加粗的字与屏幕上的按钮一致。安装、备份与升级见[运维手册](operator.md)。\n\n${contents}\n\n${chapters.join('\n\n')}\n`
}

/** The anchor that Git hosts derive from a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
