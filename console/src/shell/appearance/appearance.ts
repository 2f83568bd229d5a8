import { createStore, useStore } from '../../platform/store.ts'
import { type Accent, ACCENTS, shadesOf } from './accents.ts'

/** The appearance of the console, kept in this browser. */
export interface Appearance {
  accent: Accent
  isLarge: boolean
  /** Success and failure in blue and orange, links underlined: for colour-blind users. */
  isColourSafe: boolean
  /** Shows opened pages as tabs above the page. */
  hasTabs: boolean
}
const KEY = 'hufu-appearance'
const DEFAULT_APPEARANCE: Appearance = { accent: 'blue', isLarge: false, isColourSafe: false, hasTabs: false }

const appearance = createStore<Appearance>(storedAppearance())
export const useAppearance = (): Appearance => useStore(appearance, value => value)

export function changeAppearance(change: Partial<Appearance>): void {
  appearance.set(change)
  localStorage.setItem(KEY, JSON.stringify(appearance.get()))
}

/** Reads the stored appearance; unknown values are ignored. */
function storedAppearance(): Appearance {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Appearance>
    return {
      accent: ACCENTS.find(one => one === stored.accent) ?? DEFAULT_APPEARANCE.accent,
      isLarge: stored.isLarge === true,
      isColourSafe: stored.isColourSafe === true,
      hasTabs: stored.hasTabs === true,
    }
  } catch {
    return DEFAULT_APPEARANCE
  }
}

/** Sets the attributes that the console's style sheets read; theme.ts passes the choice to antd. */
export function applyAppearance({ accent, isLarge, isColourSafe }: Appearance, isDark: boolean): void {
  const { style, dataset } = document.documentElement
  const shades = shadesOf(accent, isDark)
  const own = { '--accent': shades.link, '--accent-soft': shades.chosen, '--chosen': shades.ground, '--chosen-ink': shades.link }
  for (const [name, value] of Object.entries(own))
    if (accent === DEFAULT_APPEARANCE.accent) style.removeProperty(name)
    else style.setProperty(name, value)
  dataset['large'] = String(isLarge)
  dataset['colourSafe'] = String(isColourSafe)
}
