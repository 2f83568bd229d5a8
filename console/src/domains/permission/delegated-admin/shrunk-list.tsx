import type { ShrinkPreview } from '@hufu/contract/permission/delegated-admin'
import { StatusTag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.editor

/** The derived delegations a change would shrink, and by how much. */
export function ShrunkList({ of: rows }: { of: readonly ShrinkPreview[] }) {
  return (
    <>
      <p className="dialog-words">{words.shrinkText}</p>
      {/* It scrolls: the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard */}
      <ul className="shrunk" tabIndex={0} aria-label={words.shrinkList}>
        {rows.map(({ id, realName, orgName, outcome, menusLost, buttonsLost }) => (
          <li key={id}>
            <span className="shrunk-whom">
              <strong>{realName}</strong> {orgName}
            </span>
            <StatusTag tone={outcome === 'removed' ? 'bad' : 'warn'}>{words[outcome]}</StatusTag>
            <span className="shrunk-loss">
              {menusLost + buttonsLost > 0 ? words.loses(menusLost, buttonsLost) : outcome === 'smaller' && words.losesReach}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
