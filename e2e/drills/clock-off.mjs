// Loaded before a server: its machine's clock is wrong by DRILL_CLOCK_MS milliseconds.
const Right = globalThis.Date
const wrong = Number(process.env.DRILL_CLOCK_MS)
globalThis.Date = class extends Right {
  constructor(...given) {
    if (given.length === 0) super(Right.now() + wrong)
    else super(...given)
  }
  static now = () => Right.now() + wrong
}
