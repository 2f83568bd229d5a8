import { createStore, useStore } from '../../platform/store.ts'
import { type Accent, ACCENTS, shadesOf } from './accents.ts'

/** How one user wants the console to look, kept in this browser. */
export interface Appearance {
  accent: Accent
  isLarge: boolean
  /** Success and failure in blue and orange, links underlined: for who cannot tell red from green. */
  isColourSafe: boolean
  /** The pages that were opened stand above the page. */
  hasTabs: boolean
}
const KEY = 'hufu-appearance'
const USUAL: Appearance = { accent: 'blue', isLarge: false, isColourSafe: false, hasTabs: false }

const appearance = createStore<Appearance>(remembered())
export const useAppearance = (): Appearance => useStore(appearance, value => value)

export function changeAppearance(change: Partial<Appearance>): void {
  appearance.set(change)
  localStorage.setItem(KEY, JSON.stringify(appearance.get()))
}

/** Whatever stands in the browser, only what is known is taken. */
function remembered(): Appearance {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Appearance>
    return {
      accent: ACCENTS.find(one => one === kept.accent) ?? USUAL.accent,
      isLarge: kept.isLarge === true,
      isColourSafe: kept.isColourSafe === true,
      hasTabs: kept.hasTabs === true,
    }
  } catch {
    return USUAL
  }
}

/** For our own styles; antd is told by theme.ts. */
export function paint({ accent, isLarge, isColourSafe }: Appearance, isDark: boolean): void {
  const { style, dataset } = document.documentElement
  const shades = shadesOf(accent, isDark)
  const own = { '--accent': shades.link, '--accent-soft': shades.chosen, '--chosen': shades.ground, '--chosen-ink': shades.link }
  for (const [name, value] of Object.entries(own))
    if (accent === USUAL.accent) style.removeProperty(name)
    else style.setProperty(name, value)
  dataset['large'] = String(isLarge)
  dataset['colourSafe'] = String(isColourSafe)
}
