/** The clock of this machine goes wrong by so many milliseconds, that of the database does not. Answers what sets it right. */
export function shiftClock(milliseconds: number): () => void {
  const Right = globalThis.Date
  class Shifted extends Right {
    constructor(...given: [] | [number]) {
      if (given.length === 0) super(Right.now() + milliseconds)
      else super(...given)
    }
    static override now = () => Right.now() + milliseconds
  }
  globalThis.Date = Shifted as DateConstructor
  return () => {
    globalThis.Date = Right
  }
}
