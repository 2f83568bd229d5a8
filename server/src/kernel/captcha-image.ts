/** No 0 O, no 1 I: D-25. */
export const CAPTCHA_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CAPTCHA_LENGTH = 4
const WIDTH = 120
const HEIGHT = 44

type Point = readonly [x: number, y: number]
type Random = () => number

/**
 * Each character as strokes on a field 20 wide and 28 high: points of a polyline, or after ~ of a smooth curve.
 * Our own drawing, because a text node or the outline of a known font would be read by a machine at once.
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

export function captchaText(randomInt: (max: number) => number): string {
  const draw = () => CAPTCHA_CHARACTERS.charAt(randomInt(CAPTCHA_CHARACTERS.length))
  return Array.from({ length: CAPTCHA_LENGTH }, draw).join('')
}

/** A picture of the text that people read and machines read badly. It has its own ground, so it stands on any page. */
export function captchaImage(text: string, random: Random = Math.random): string {
  const characters = [...text.toUpperCase()]
  const strokes = characters.flatMap((character, place) => drawn(character, place, characters.length, random))
  const curves = Array.from({ length: 2 + Math.floor(random() * 2) }, () => noiseCurve(random))
  // The order of the pieces tells nothing: neither which belong together nor which are noise.
  const pieces = [...strokes, ...curves].flatMap(line => inPieces(line, random))
  const ink = Math.floor(random() * 360)
  const paths = shuffled(pieces, random).map(piece => pathOf(piece, ink, random))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="4" fill="hsl(${(ink + 180) % 360} 30% 95%)"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g></svg>`
  )
}

type Line = { points: Point[]; width: number }

/** The strokes of one character, shaken, sheared, turned and put in its place. */
function drawn(character: string, place: number, places: number, random: Random): Line[] {
  const slot = (WIDTH - 8) / places
  const centre: Point = [4 + slot * (place + 0.5) + around(2, random), HEIGHT / 2 + around(3, random)]
  const scale = (0.95 + around(0.08, random)) * Math.min(1, slot / 28)
  const turn = around(0.25, random)
  const shear = around(0.15, random)
  const width = 2.5 + around(0.4, random)
  const settled = ([x, y]: Point): Point => {
    const [left, up] = [(x - 10 + around(0.7, random)) * scale, (y - 14 + around(0.7, random)) * scale]
    const slanted = left + up * shear
    return [centre[0] + slanted * Math.cos(turn) - up * Math.sin(turn), centre[1] + slanted * Math.sin(turn) + up * Math.cos(turn)]
  }
  return (GLYPHS[character] ?? '')
    .split('|')
    .filter(Boolean)
    .map(stroke => {
      const isCurve = stroke.startsWith('~')
      const corners = stroke
        .replace('~', '')
        .split(' ')
        .map((pair): Point => {
          const [x = 0, y = 0] = pair.split(',').map(Number)
          return [x, y]
        })
      const placed = corners.map(settled)
      return { points: isCurve ? smooth(placed) : placed, width }
    })
}

/** A wave from edge to edge in the ink of the characters, thinner than they are so that people can tell. */
function noiseCurve(random: Random): Line {
  const [height, swing, phase, waves] = [HEIGHT / 2 + around(12, random), 3 + random() * 5, random() * 7, 0.8 + random()]
  const points = Array.from({ length: 9 }, (_, step): Point => {
    const x = (step / 8) * WIDTH
    return [x, height + swing * Math.sin(phase + (x / WIDTH) * waves * Math.PI * 2)]
  })
  return { points: smooth(points), width: 1 + around(0.2, random) }
}

/** Catmull-Rom through the points, five steps to a span. */
function smooth(points: Point[]): Point[] {
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

/** Cut where chance wills, each piece a little thicker or thinner; pieces share their end points and join roundly. */
function inPieces({ points, width }: Line, random: Random): Line[] {
  const pieces: Line[] = []
  for (let from = 0; from < points.length - 1;) {
    const to = Math.min(points.length - 1, from + 3 + Math.floor(random() * 7))
    pieces.push({ points: points.slice(from, to + 1), width: width * (1 + around(0.22, random)) })
    from = to
  }
  return pieces
}

function pathOf({ points, width }: Line, ink: number, random: Random): string {
  const route = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  const colour = `hsl(${(ink + Math.floor(around(25, random)) + 360) % 360} 55% ${Math.floor(30 + around(5, random))}%)`
  return `<path d="M${route}" stroke="${colour}" stroke-width="${width.toFixed(2)}"/>`
}

function around(reach: number, random: Random): number {
  return (random() * 2 - 1) * reach
}

function shuffled<Item>(items: Item[], random: Random): Item[] {
  const rest = [...items]
  const order: Item[] = []
  while (rest.length > 0) order.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return order
}
