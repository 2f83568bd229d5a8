interface Suites {
  because: string
  /** Files, or folders with all their tests. */
  of: readonly string[]
}

/** Suites of what PostgreSQL 15 may do differently from 18. `statements` prepares the statements of all other suites on both. */
export const onPostgres15: readonly Suites[] = [
  {
    because: 'migrations run on it, from nothing and from every older state',
    of: ['server/test/migrations.test.ts', 'server/test/button-migration.test.ts', 'server/test/foreign-keys.test.ts'],
  },
  {
    because: 'every statement is prepared and its columns are compared',
    of: ['server/test/statements.test.ts', 'server/test/prepared.test.ts'],
  },
  {
    because: 'rows are narrowed by recursive functions and long conditions',
    of: [
      'server/test/scope.test.ts',
      'server/test/scope-model.test.ts',
      'server/test/giving-model.test.ts',
      'server/test/bulk-filters.test.ts',
      'server/src/domains/apps/giving',
    ],
  },
  {
    because: 'trees, counters and queues stand on triggers, locks and guarded updates',
    of: [
      'server/test/counters.test.ts',
      'server/src/domains/provisioning/push/in-line.test.ts',
      'server/src/domains/provisioning/sync/run/sync-run.test.ts',
      'server/test/two-nodes.test.ts',
      'server/src/domains/directory/org',
      'server/src/domains/directory/business-line',
      'server/src/domains/operations/task',
      'server/src/domains/directory/label',
      'server/src/domains/directory/work-group',
    ],
  },
  {
    because: 'search, sorting and statistics depend on indexes, collation and plans',
    of: [
      'server/test/round-trips.test.ts',
      'server/test/late-hits.test.ts',
      'server/src/domains/directory/user/user.test.ts',
      'server/src/domains/directory/user/list/user-list.test.ts',
      'server/src/domains/directory/user/deleted/recover.test.ts',
      'server/src/domains/audit/stats',
    ],
  },
  {
    because: 'access is decided by the longest queries',
    of: [
      'server/src/domains/apps/access',
      'server/src/domains/apps/authorize',
      'server/src/domains/apps/app-role',
      'server/src/domains/apps/app-user',
    ],
  },
  { because: 'imports write many rows at once and map their conflicts', of: ['server/src/sheets'] },
  {
    because: 'the audit chain hashes what PostgreSQL stores and partitions it',
    of: ['server/test/audit.test.ts', 'server/src/domains/audit/audit'],
  },
  {
    because: 'lost connections and refused statements are told by its error codes',
    of: ['server/test/outages.test.ts'],
  },
]

export const suitesOnPostgres15 = (): string[] => onPostgres15.flatMap(({ of }) => of)
