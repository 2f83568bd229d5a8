import { defineConfig } from 'vitest/config'
import LongestFirst from './tools/test/longest-first.ts'

const shared = {
  pool: 'threads',
  isolate: false,
  maxWorkers: 2,
  // Limits for what hangs, so wide that a busy machine does not reach them.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
} as const

/** Fast suites first: units without a database, then the server over HTTP, then the page in a browser. */
export default defineConfig({
  test: {
    reporters: ['default', './tools/test/tried-again.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'contract/src/**/*.test.ts',
            'console/src/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
            'server/src/*.test.ts',
            'server/src/{platform,outside,sheets/xlsx}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          // A worker waits for PostgreSQL two thirds of its time.
          maxWorkers: 3,
          include: ['server/src/domains/**/*.test.ts', 'server/src/sheets/*.test.ts', 'server/test/*.test.ts'],
          globalSetup: 'server/test/database.ts',
          // Tells what races from what is broken; both fail the run (tools/test/tried-again.ts).
          retry: 1,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'server/test/database.ts',
          environment: './e2e/worker-browser.ts',
          runner: './e2e/selecting-runner.ts',
          retry: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'counterparts',
          include: ['server/test/counterparts/*.test.ts'],
          globalSetup: 'server/test/database.ts',
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
