/** The tables as TypeScript sees them: camelCase by Kysely's plugin, times as `yyyy-MM-dd HH:mm:ss` text (D-09). */
import type { Selectable } from 'kysely'
import type { AppsTables } from './tables/apps.ts'
import type { AuditTables } from './tables/audit.ts'
import type { CredentialsTables } from './tables/credentials.ts'
import type { DirectoryTables } from './tables/directory.ts'
import type { FederationTables } from './tables/federation.ts'
import type { GovernanceTables } from './tables/governance.ts'
import type { MessagesTables } from './tables/messages.ts'
import type { OperationsTables } from './tables/operations.ts'
import type { PermissionTables } from './tables/permission.ts'
import type { PlatformTables } from './tables/platform.ts'
import type { ProvisioningTables } from './tables/provisioning.ts'
import type { SheetsTables } from './tables/sheets.ts'
import type { SignInTables } from './tables/sign-in.ts'

export interface Tables
  extends
    AppsTables,
    AuditTables,
    CredentialsTables,
    DirectoryTables,
    FederationTables,
    GovernanceTables,
    MessagesTables,
    OperationsTables,
    PermissionTables,
    PlatformTables,
    ProvisioningTables,
    SheetsTables,
    SignInTables {}

/** A row as it is read. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
