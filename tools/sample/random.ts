export type Random = () => number

/** Mulberry32: small and fast, and random enough for sample data. Returns 0 up to, not including, 1. */
export function mulberry32(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<Item>(items: ArrayLike<Item>, random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item
}

/**
 * The n-th of `size` positions in an order that looks random, each position once: an index times a prime that does
 * not divide `size`. Exact for n up to 3 million, where the product still fits a double.
 */
export function permuted(n: number, size: number): number {
  const prime = 2_654_435_761
  return (n * prime + 12_345) % size
}
