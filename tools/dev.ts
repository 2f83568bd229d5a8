import { start, toolPath } from './run.ts'

/** `npm run dev`: the server, restarted when its sources change, with Vite beside it; when one ends, so does the other. */
const watched = ['server/src', 'server/migrations', 'contract/src'].map(path => `--watch-path=${path}`)
const server = start(process.execPath, [...watched, '--watch-preserve-output', 'server/src/main.ts'])
const console_ = start(process.execPath, [toolPath('vite'), 'console'])
const both = [server, console_]
process.exitCode = await Promise.race(both.map(each => each.ended))
for (const { child } of both) child.kill('SIGTERM')
await Promise.allSettled(both.map(each => each.ended))
