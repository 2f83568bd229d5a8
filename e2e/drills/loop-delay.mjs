// Loaded before a server: by how much its event loop was late, in milliseconds, goes to DRILL_DELAY_FILE ten times a second.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const MS = 1e6
const write = () => writeFileSync(process.env.DRILL_DELAY_FILE, JSON.stringify({ most: delay.max / MS, p99: delay.percentile(99) / MS }))
setInterval(write, 100).unref()
// Starting up does not count.
process.on('SIGUSR2', () => delay.reset())
