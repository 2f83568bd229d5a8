/** The tables as TypeScript sees them: camelCase by Kysely's plugin, times as `yyyy-MM-dd HH:mm:ss` text (D-09). */
import type { Selectable } from 'kysely'
import type { ApiClientTables } from './tables/api-client.ts'
import type { AppTables } from './tables/apps.ts'
import type { AuditTables } from './tables/audit.ts'
import type { CasTables } from './tables/cas.ts'
import type { DoorTables } from './tables/door.ts'
import type { FactorTables } from './tables/factor.ts'
import type { GroupTables } from './tables/groups.ts'
import type { ImportTables } from './tables/import.ts'
import type { KernelTables } from './tables/kernel.ts'
import type { OidcTables } from './tables/oidc.ts'
import type { PeopleTables } from './tables/people.ts'
import type { PolicyTables } from './tables/policy.ts'
import type { RightsTables } from './tables/rights.ts'
import type { ScanTables } from './tables/scan.ts'
import type { StatsTables } from './tables/stats.ts'

export interface Tables
  extends
    ApiClientTables,
    AppTables,
    AuditTables,
    CasTables,
    DoorTables,
    FactorTables,
    GroupTables,
    ImportTables,
    KernelTables,
    OidcTables,
    PeopleTables,
    PolicyTables,
    RightsTables,
    ScanTables,
    StatsTables {}

/** A row as it is read. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
