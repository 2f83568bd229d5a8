import { defineConfig } from 'vitest/config'

const shared = {
  pool: 'threads',
  isolate: false,
  maxWorkers: 2,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
} as const

/** Fast suites first: units without a database, then the server over HTTP, then the page in a browser. */
export default defineConfig({
  test: {
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
            'server/src/{kernel,outside}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['server/src/features/**/*.test.ts', 'server/src/domains/federation/protocol/**/*.test.ts', 'server/test/*.test.ts'],
          globalSetup: 'server/test/database.ts',
          // What races once in thousands of runs is told at the end (tools/tried-again.ts); what is broken fails twice.
          retry: 1,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'server/test/database.ts',
          // A browser beside other work on two cores may miss a beat; what is broken fails three times.
          retry: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
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
