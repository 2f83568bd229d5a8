/** Shifts the clock of this process, but not that of the database. Returns a function that restores it. */
export function shiftClock(milliseconds: number): () => void {
  const Right = globalThis.Date
  class Shifted extends Right {
    constructor(...args: [] | [number]) {
      if (args.length === 0) super(Right.now() + milliseconds)
      else super(...args)
    }
    static override now = () => Right.now() + milliseconds
  }
  globalThis.Date = Shifted as DateConstructor
  return () => {
    globalThis.Date = Right
  }
}
