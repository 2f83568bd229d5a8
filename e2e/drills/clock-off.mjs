// Loaded before a server: its machine's clock is wrong by DRILL_CLOCK_MS milliseconds.
const RealDate = globalThis.Date
const offsetMs = Number(process.env.DRILL_CLOCK_MS)
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offsetMs)
    else super(...given)
  }
  static now = () => RealDate.now() + offsetMs
}
