import { inflateSync } from 'node:zlib'

// What an attacker could write in an afternoon: threshold, connected components, slots, and the nearest of the characters seen
// before. It learns from as many labelled images as it is given.

interface Ink {
  width: number
  height: number
  /** 1 where there is ink. */
  on: Uint8Array
}

/** The pixels of a PNG with a palette and without filters, as darkness from 0 to 255. */
function darknessOf(png: Buffer): { width: number; height: number; dark: Float32Array } {
  let [width, height, palette, data] = [0, 0, Buffer.alloc(0), Buffer.alloc(0)]
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)]
    if (type === 'PLTE') palette = Buffer.from(body)
    if (type === 'IDAT') data = Buffer.concat([data, body])
    at += length + 12
  }
  const rows = inflateSync(data)
  const dark = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const index = rows[y * (width + 1) + 1 + x]! * 3
      dark[y * width + x] = 255 - (palette[index]! * 0.3 + palette[index + 1]! * 0.59 + palette[index + 2]! * 0.11)
    }
  return { width, height, dark }
}

/** Ink is what is darker than half way between background and ink, both estimated as quantiles of the darkness. */
function threshold(png: Buffer): Ink {
  const { width, height, dark } = darknessOf(png)
  const on = new Uint8Array(width * height)
  const sorted = Float32Array.from(dark).sort()
  const [paper, ink] = [sorted[Math.floor(sorted.length * 0.3)]!, sorted[Math.floor(sorted.length * 0.985)]!]
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      let sum = 0
      for (let row = -1; row <= 1; row++) for (let column = -1; column <= 1; column++) sum += dark[(y + row) * width + x + column]!
      if (sum / 9 > (paper + ink) / 2) on[y * width + x] = 1
    }
  return { width, height, on }
}

/** Removes specks. */
function withoutNoise({ width, height, on }: Ink, least: number): Ink {
  const kept = new Uint8Array(on.length)
  const seen = new Uint8Array(on.length)
  for (let start = 0; start < on.length; start++) {
    if (!on[start] || seen[start]) continue
    const piece = [start]
    seen[start] = 1
    for (let next = 0; next < piece.length; next++)
      for (const step of [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1]) {
        const to = piece[next]! + step
        if (to >= 0 && to < on.length && on[to] && !seen[to]) {
          seen[to] = 1
          piece.push(to)
        }
      }
    if (piece.length >= least) for (const at of piece) kept[at] = 1
  }
  return { width, height, on: kept }
}

/** Where the text begins and ends: the columns with more ink than one line is wide. */
function extent({ width, height, on }: Ink): [number, number] {
  const heavy = Array.from({ length: width }, (_, x) => {
    let count = 0
    for (let y = 0; y < height; y++) count += on[y * width + x]!
    return count
  })
  const smooth = heavy.map((_, x) => heavy.slice(Math.max(0, x - 4), x + 5).reduce((sum, count) => sum + count, 0) / 9)
  const floor = Math.max(...smooth) * 0.4
  const first = smooth.findIndex(count => count > floor)
  const last = smooth.findLastIndex(count => count > floor)
  return [Math.max(0, first - 4), Math.min(width, last + 5)]
}

const GRID_WIDTH = 12
const GRID_HEIGHT = 16

/** The features of a slot, whatever its size: how much ink lies in each field of a grid. */
function featuresOf({ width, height, on }: Ink, from: number, to: number): Float32Array {
  const grid = new Float32Array(GRID_WIDTH * GRID_HEIGHT)
  for (let y = 0; y < height; y++)
    for (let x = Math.floor(from); x < to; x++)
      if (on[y * width + x]) {
        const column = Math.min(GRID_WIDTH - 1, Math.floor(((x - from) / (to - from)) * GRID_WIDTH))
        grid[Math.floor((y / height) * GRID_HEIGHT) * GRID_WIDTH + column]! += 1
      }
  const blurred = grid.map((_, at) => {
    const [row, column] = [Math.floor(at / GRID_WIDTH), at % GRID_WIDTH]
    let sum = 0
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++)
        if (row + dy >= 0 && row + dy < GRID_HEIGHT && column + dx >= 0 && column + dx < GRID_WIDTH)
          sum += grid[(row + dy) * GRID_WIDTH + column + dx]! * (dx === 0 ? 2 : 1) * (dy === 0 ? 2 : 1)
    return sum
  })
  const mean = blurred.reduce((sum, value) => sum + value, 0) / blurred.length
  const spread = Math.hypot(...blurred.map(value => value - mean)) || 1
  return blurred.map(value => (value - mean) / spread)
}

function slotsOf(png: Buffer, count: number): Float32Array[] {
  const ink = withoutNoise(threshold(png), 12)
  const [left, right] = extent(ink)
  const slot = (right - left) / count
  return Array.from({ length: count }, (_, n) => featuresOf(ink, left + n * slot, left + (n + 1) * slot))
}

export interface Labelled {
  png: Buffer
  text: string
}

/** A solver trained with these labelled images; it returns its best guess. */
export function solverOf(labelled: readonly Labelled[]): (png: Buffer) => string {
  const samples = labelled.flatMap(({ png, text }) => slotsOf(png, text.length).map((features, n) => ({ features, character: text[n]! })))
  const count = labelled[0]?.text.length ?? 4
  return png =>
    slotsOf(png, count)
      .map(features => nearest(features, samples))
      .join('')
}

const NEIGHBOURS = 9

function nearest(features: Float32Array, samples: readonly { features: Float32Array; character: string }[]): string {
  const scored = samples
    .map(({ features: other, character }) => ({ character, score: other.reduce((sum, value, at) => sum + value * features[at]!, 0) }))
    .sort((a, b) => b.score - a.score)
  const votes = new Map<string, number>()
  for (const { character, score } of scored.slice(0, NEIGHBOURS))
    votes.set(character, (votes.get(character) ?? 0) + Math.max(0, score) ** 4)
  return [...votes].sort((a, b) => b[1] - a[1])[0]![0]
}
