/** The colours of a chart, read from the page's CSS when it is drawn. */
export interface Ink {
  font: string
  text: string
  faint: string
  line: string
  ground: string
  /** Blue and ochre are distinct for every kind of colour blindness; where both are used, symbols and strokes differ too. */
  first: string
  second: string
  soft: string
}

export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    font: style.fontFamily,
    text: token('--ink'),
    faint: token('--ink-2'),
    line: token('--line'),
    ground: token('--card'),
    first: token('--accent'),
    second: token('--warn'),
    soft: token('--accent-soft'),
  }
}
