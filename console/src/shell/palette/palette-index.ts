import type { Permit } from '@hufu/contract/call'

/** A name on a screen: a field, a button, a tab, a setting, a job, a chapter of the guide. */
export interface Label {
  name: string
  /** What else finds it, separated by blanks: its pinyin, its initials, its name in the other language. */
  spelling: string
  /** The screen, which the user must be able to open. */
  path: string
  /** The address that shows it. */
  opens: string
  /** Shown to whoever has one of these; absent: to everybody on the screen. */
  permits?: readonly Permit[] | undefined
}

/** Made when the console is built (palette-index-plugin.ts). */
export interface PaletteIndex {
  labels: readonly Label[]
  /** Pinyin and initials of pages by their address, and of the palette's own names by their place in its texts. */
  spelling: Readonly<Record<string, string>>
}
