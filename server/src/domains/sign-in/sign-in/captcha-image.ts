import { randomInt } from 'node:crypto'
import { CAPTCHA_CHARACTERS, GLYPH_HEIGHT, GLYPH_WIDTH, smooth, strokesOf, type Line, type Point } from './captcha-glyphs.ts'
import { pngOf, type Colour } from '../../../platform/files/png.ts'

const CAPTCHA_LENGTH = 4
/** Drawn at twice the size it is shown at. */
export const CAPTCHA_WIDTH = 240
export const CAPTCHA_HEIGHT = 80
/** Characters and noise have the same stroke width and colour, so that a machine cannot separate them by either. */
const RADIUS = 2.6
const CUT_RADIUS = 1
const STEPS = 32

export type Random = () => number

export function captchaText(pick: (max: number) => number): string {
  const draw = () => CAPTCHA_CHARACTERS.charAt(pick(CAPTCHA_CHARACTERS.length))
  return Array.from({ length: CAPTCHA_LENGTH }, draw).join('')
}

const secureRandom: Random = () => randomInt(2 ** 32) / 2 ** 32

/** A PNG of the text that people can read and machines read badly. It has its own background, so it fits any page. */
export function captchaImage(text: string, random: Random = secureRandom): Buffer {
  const bent = warp(random)
  const ink = new Float32Array(CAPTCHA_WIDTH * CAPTCHA_HEIGHT)
  for (const line of [...textLines(text.toUpperCase(), random), ...noiseLines(random)]) drawStroke(ink, bent(line), RADIUS, Math.max)
  // Thin background lines cut every stroke, so that connected pieces are not whole characters.
  for (const line of strikeLines(random)) drawStroke(ink, bent(line), CUT_RADIUS, (there, cover) => Math.min(there, 1 - cover))
  return pngOf(CAPTCHA_WIDTH, CAPTCHA_HEIGHT, shade(ink, random), paletteOf(random))
}

/** The characters, each turned, slanted and stretched by itself, and so close that they touch. */
function textLines(text: string, random: Random): Line[] {
  const lines: Line[] = []
  const sizes = [...text].map(() => [2.15 + jitter(0.25, random), 1.95 + jitter(0.15, random)] as const)
  const advances = sizes.map(([wide]) => GLYPH_WIDTH * wide * (0.94 + jitter(0.17, random)))
  const room = CAPTCHA_WIDTH - advances.reduce((sum, advance) => sum + advance, 0)
  let left = room * (0.3 + random() * 0.4)
  for (const [place, character] of [...text].entries()) {
    const [wide, high] = sizes[place]!
    const centre: Point = [left + advances[place]! / 2, CAPTCHA_HEIGHT / 2 + jitter(4, random)]
    lines.push(...placeStrokes(strokesOf(character), { centre, wide, high, angle: jitter(0.3, random), slant: jitter(0.25, random) }))
    left += advances[place]!
  }
  return lines
}

interface Place {
  centre: Point
  wide: number
  high: number
  angle: number
  slant: number
}

function placeStrokes(strokes: readonly Line[], { centre, wide, high, angle, slant }: Place): Line[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return strokes.map(stroke =>
    stroke.map(([x, y]): Point => {
      const up = (y - GLYPH_HEIGHT / 2) * high
      const along = (x - GLYPH_WIDTH / 2) * wide + up * slant
      return [centre[0] + along * cos - up * sin, centre[1] + along * sin + up * cos]
    }),
  )
}

/** Noise: a wave from edge to edge, and short curves like those of characters. */
function noiseLines(random: Random): Line[] {
  const waves = Array.from({ length: 1 }, () => wave(random))
  const bows = Array.from({ length: 3 }, () => {
    const [x, y, angle, span] = [random() * CAPTCHA_WIDTH, random() * CAPTCHA_HEIGHT, random() * 7, 7 + random() * 7]
    return smooth([0, 1, 2, 3].map((step): Point => [x + Math.cos(angle + step * 0.6) * span, y + Math.sin(angle + step * 0.6) * span]))
  })
  return [...waves, ...bows]
}

const strikeLines = (random: Random): Line[] => Array.from({ length: 2 }, () => wave(random))

function wave(random: Random): Line {
  const [height, swing, phase, waves, lean] = [
    random() * CAPTCHA_HEIGHT, 6 + random() * 14, random() * 7, 0.7 + random(), jitter(30, random),
  ] // prettier-ignore
  return smooth(
    Array.from({ length: 11 }, (_, step): Point => {
      const part = step / 10
      return [part * CAPTCHA_WIDTH, height + (part - 0.5) * lean + swing * Math.sin(phase + part * waves * Math.PI * 2)]
    }),
  )
}

/** Distorts all lines in the same way, differently for each image. */
function warp(random: Random): (line: Line) => Line {
  const [a, b, c, d] = [random() * 7, random() * 7, random() * 7, random() * 7]
  const [swing, sway] = [3 + random() * 3, 2.5 + random() * 2.5]
  return line =>
    interpolate(line).map(([x, y]): Point => [
      x + sway * Math.sin(y / 13 + a) + 2 * Math.sin(x / 21 + c),
      y + swing * Math.sin(x / 24 + b) + 1.5 * Math.sin(x / 9 + d),
    ])
}

/** The same line, with points at most one pixel apart. */
function interpolate(line: Line): Line {
  const points: Point[] = line.slice(0, 1)
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1]!, line[index]!]
    const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1])))
    for (let step = 1; step <= steps; step++)
      points.push([from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps])
  }
  return points
}

/** Draws the line with a round brush. */
function drawStroke(ink: Float32Array, line: Line, radius: number, mix: (there: number, cover: number) => number): void {
  const reach = Math.ceil(radius)
  for (const [x, y] of line)
    for (let row = Math.max(0, Math.floor(y) - reach); row <= Math.min(CAPTCHA_HEIGHT - 1, Math.ceil(y) + reach); row++)
      for (let column = Math.max(0, Math.floor(x) - reach); column <= Math.min(CAPTCHA_WIDTH - 1, Math.ceil(x) + reach); column++) {
        const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.sqrt((column - x) ** 2 + (row - y) ** 2)))
        const at = row * CAPTCHA_WIDTH + column
        ink[at] = mix(ink[at]!, cover)
      }
}

/** Uneven background and ink with grain, so that the same shade is ink in one place and background in another. */
function shade(ink: Float32Array, random: Random): Uint8Array {
  const [a, b, c, d] = [random() * 7, random() * 7, random() * 7, random() * 7]
  const pixels = new Uint8Array(ink.length)
  let grain = Math.floor(random() * 2 ** 31)
  for (let y = 0; y < CAPTCHA_HEIGHT; y++)
    for (let x = 0; x < CAPTCHA_WIDTH; x++) {
      const at = y * CAPTCHA_WIDTH + x
      grain = (Math.imul(grain, 1_103_515_245) + 12_345) & 0x7fffffff
      const ground = 0.16 + 0.1 * Math.sin(x / 31 + y / 17 + a) + 0.05 * Math.sin(x / 7 - y / 9 + b)
      const dark = 0.86 + 0.12 * Math.sin(x / 27 - y / 23 + c) + 0.04 * Math.sin(y / 8 + d)
      const value = ground + (dark - ground) * ink[at]! + ((grain >>> 16) / 32_768 - 0.5) * 0.1
      pixels[at] = Math.round(Math.min(1, Math.max(0, value)) * (STEPS - 1))
    }
  return pixels
}

/** A palette from background to ink in a random hue. */
function paletteOf(random: Random): Colour[] {
  const hue = random() * 360
  const [paper, ink] = [colourOf(hue + 180, 0.25, 0.96), colourOf(hue, 0.6, 0.24)]
  return Array.from({ length: STEPS }, (_, step): Colour => {
    const mixed = (part: 0 | 1 | 2) => Math.round(paper[part] + ((ink[part] - paper[part]) * step) / (STEPS - 1))
    return [mixed(0), mixed(1), mixed(2)]
  })
}

/** HSL as CSS defines it. */
function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const part = (shift: number) => {
    const k = (shift + hue / 30) % 12
    return 255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [part(0), part(8), part(4)]
}

const jitter = (reach: number, random: Random): number => (random() * 2 - 1) * reach
