export const ACCENTS = ['blue', 'teal', 'green', 'purple', 'bronze'] as const
export type Accent = (typeof ACCENTS)[number]

/** The shades of one colour: for buttons with white text, for links and selected text, and for backgrounds. */
export interface Shades {
  button: string
  buttonHover: string
  buttonActive: string
  link: string
  linkHover: string
  ground: string
  chosen: string
  chosenHover: string
  line: string
}
type Table = Readonly<Record<Accent, Shades>>

const light: Table = {
  blue: { button: '#0958d9', buttonHover: '#003eb3', buttonActive: '#002c8c', link: '#0958d9', linkHover: '#003eb3', ground: '#e6f4ff', chosen: '#e6f0ff', chosenHover: '#dbe8ff', line: '#91caff' },
  teal: { button: '#006d75', buttonHover: '#00535a', buttonActive: '#003e43', link: '#006d75', linkHover: '#00474f', ground: '#e6fffb', chosen: '#dcf6f3', chosenHover: '#ccf0ec', line: '#87e8de' },
  green: { button: '#237804', buttonHover: '#1a5c03', buttonActive: '#124402', link: '#237804', linkHover: '#135200', ground: '#f0f9e8', chosen: '#e7f4dc', chosenHover: '#daedca', line: '#b7eb8f' },
  purple: { button: '#531dab', buttonHover: '#3f1585', buttonActive: '#2d0e63', link: '#531dab', linkHover: '#391085', ground: '#f6f0ff', chosen: '#f0e8fd', chosenHover: '#e6dafb', line: '#d3adf7' },
  bronze: { button: '#7a5c2e', buttonHover: '#5f4722', buttonActive: '#473518', link: '#7a5c2e', linkHover: '#5a4320', ground: '#faf5ea', chosen: '#f5ecd9', chosenHover: '#efe2c6', line: '#dcc595' },
} // prettier-ignore
const dark: Table = {
  blue: { button: '#1677ff', buttonHover: '#1554ad', buttonActive: '#10418a', link: '#7dbcff', linkHover: '#a9d4ff', ground: '#13294a', chosen: '#16283f', chosenHover: '#182b47', line: '#8dc5f8' },
  teal: { button: '#0e7f86', buttonHover: '#0b666c', buttonActive: '#084e52', link: '#5cdbd3', linkHover: '#87e8de', ground: '#0d3335', chosen: '#102e30', chosenHover: '#123538', line: '#5cdbd3' },
  green: { button: '#2e7d13', buttonHover: '#25640f', buttonActive: '#1c4c0b', link: '#95de64', linkHover: '#b7eb8f', ground: '#1c3312', chosen: '#1b2f13', chosenHover: '#203717', line: '#95de64' },
  purple: { button: '#7a44d6', buttonHover: '#6636b5', buttonActive: '#502a8e', link: '#c4a2f5', linkHover: '#dcc7fa', ground: '#2e2150', chosen: '#2a2145', chosenHover: '#322850', line: '#c4a2f5' },
  bronze: { button: '#8f6c33', buttonHover: '#735729', buttonActive: '#58421f', link: '#d9bb80', linkHover: '#e8d3a8', ground: '#362b18', chosen: '#322918', chosenHover: '#3a301d', line: '#d9bb80' },
} // prettier-ignore

export const shadesOf = (accent: Accent, isDark: boolean): Shades => (isDark ? dark : light)[accent]
