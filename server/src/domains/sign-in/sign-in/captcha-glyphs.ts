export type Point = readonly [x: number, y: number]
export type Line = readonly Point[]

/** Without 0, O, 1 and I. */
export const CAPTCHA_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** The field every character is drawn on. */
export const GLYPH_WIDTH = 20
export const GLYPH_HEIGHT = 28

/**
 * Each character as strokes on a field 20 wide and 28 high: the points of a polyline, or of a smooth curve after ~. Drawn for Hufu,
 * because machines easily read a text node or the outline of a known font.
 */
const GLYPHS: Record<string, string> = {
  A: '0,28 10,0 20,28|4,18 16,18',
  B: '2,0 2,28|~2,0 11,0 17,3 17,10 11,13 2,13|~2,13 12,13 19,17 19,24 12,28 2,28',
  C: '~19,6 15,1 10,0 4,3 1,9 1,19 4,25 10,28 15,27 19,22',
  D: '2,0 2,28|~2,0 9,0 16,4 19,11 19,17 16,24 9,28 2,28',
  E: '18,0 2,0 2,28 18,28|2,14 14,14',
  F: '18,0 2,0 2,28|2,13 14,13',
  G: '~18,5 15,1 10,0 4,3 1,9 1,19 4,25 10,28 15,27 19,24|19,28 19,16 11,16',
  H: '2,0 2,28|18,0 18,28|2,14 18,14',
  J: '6,0 19,0|~14,0 14,10 14,21 11,27 6,27 2,22',
  K: '2,0 2,28|18,0 2,16|8,11 19,28',
  L: '2,0 2,28 18,28',
  M: '0,28 2,0 10,18 18,0 20,28',
  N: '1,28 1,0 19,28 19,0',
  P: '2,28 2,0|~2,0 12,0 18,3 18,12 12,15 2,15',
  Q: '~10,0 4,3 0,10 0,18 4,25 10,28 16,25 20,18 20,10 16,3 10,0|11,19 21,31',
  R: '2,28 2,0|~2,0 12,0 18,3 18,11 12,14 2,14|9,14 19,28',
  S: '~18,5 14,1 9,0 4,2 2,7 5,11 10,14 16,17 18,21 16,26 10,28 5,27 1,23',
  T: '0,0 20,0|10,0 10,28',
  U: '~2,0 2,10 2,19 5,25 10,28 15,25 18,19 18,10 18,0',
  V: '0,0 10,28 20,0',
  W: '0,0 5,28 10,10 15,28 20,0',
  X: '1,0 19,28|19,0 1,28',
  Y: '0,0 10,14 20,0|10,14 10,28',
  Z: '1,0 19,0 1,28 19,28|5,14 15,14',
  2: '~1,8 4,2 10,0 16,3 17,9 13,16 1,28|1,28 19,28',
  3: '~2,4 7,0 13,0 18,4 17,10 8,13|~8,13 17,16 19,21 15,27 9,28 4,27 1,23',
  4: '6,0 0,18 20,18|14,7 14,28',
  5: '17,0 4,0 3,12|~3,12 10,10 17,13 19,19 16,26 9,28 4,27 1,24',
  6: '~17,2 12,0 6,4 2,12 1,20 5,26 10,28 16,26 19,20 16,14 10,12 5,14 2,19',
  7: '1,0 19,0 8,28',
  8: '~10,13 4,10 2,6 5,1 10,0 15,1 18,6 16,10 10,13|~10,13 4,16 1,21 4,26 10,28 16,26 19,21 16,16 10,13',
  9: '~3,26 8,28 14,24 18,16 19,8 15,2 10,0 4,2 1,8 4,14 10,16 15,14 18,9',
}

/** The strokes of a character as lines of points; empty for other characters. */
export function strokesOf(character: string): Line[] {
  return (GLYPHS[character] ?? '')
    .split('|')
    .filter(Boolean)
    .map(stroke => {
      const corners = stroke
        .replace('~', '')
        .split(' ')
        .map((pair): Point => {
          const [x = 0, y = 0] = pair.split(',').map(Number)
          return [x, y]
        })
      return stroke.startsWith('~') ? smooth(corners) : corners
    })
}

/** Catmull-Rom through the points, five steps to a span. */
export function smooth(points: Line): Line {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] as Point
  const curve: Point[] = [at(0)]
  for (let span = 0; span < points.length - 1; span++) {
    const [a, b, c, d] = [at(span - 1), at(span), at(span + 1), at(span + 2)]
    for (let step = 1; step <= 5; step++) {
      const t = step / 5
      const along = (axis: 0 | 1) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t ** 2 +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3)
      curve.push([along(0), along(1)])
    }
  }
  return curve
}
