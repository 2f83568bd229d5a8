import { plural, type Translated } from '@hufu/contract/language'
import { acts } from '@hufu/contract/text'
import type { text as chinese } from './source-text.ts'

/** Sentences of the forms of single source types. */
export const text: Translated<typeof chinese> = {
  security: 'Encryption',
  ca: 'Certificate of the issuer',
  caHint: 'Needed where the certificate of the server was not issued by an authority the system trusts (PEM).',
  ldap: {
    url: 'Directory address',
    urlHint: 'ldaps://host:636, or ldap://host:389 with StartTLS.',
    secret: 'Password of the bind account',
    bindDn: 'Bind account (DN)',
    securities: { ldaps: 'LDAPS', startTls: 'StartTLS', none: 'None, the password is sent in clear' },
    idAttribute: 'ID attribute',
    ids: { entryUUID: 'entryUUID', objectGUID: 'objectGUID' },
    userBase: 'Base DN of users',
    userFilter: 'Filter of users',
    orgBase: 'Base DN of organisations',
    orgBaseHint: 'Also of use with users alone, to find the organisations they are in.',
    orgFilter: 'Filter of organisations',
  },
  database: {
    url: 'Database address',
    urlHint: 'postgresql://host:5432/database or mysql://host:3306/database (MySQL and MariaDB). It is only read, never written.',
    secret: 'Password of the database account',
    user: 'Database account',
    userHint: 'Use an account that may only read.',
    securities: { tls: 'TLS, certificate checked', none: 'None' },
    userTable: 'Table or view of users',
    tableHint: 'With the schema if need be, such as hr.person. Only the columns of the mapping are read.',
    orgTable: 'Table or view of organisations',
    updatedColumn: 'Column of the update time',
    updatedHint: 'A time or number that grows with every change; with it, changes can be read alone.',
  },
  file: {
    secret: 'Token to receive files',
    secretHint: 'For files other systems send; they send it as a Bearer token. Left empty, files can only be uploaded here.',
    encoding: 'CSV encoding',
    encodings: { auto: 'Detect', 'utf-8': 'UTF-8', gb18030: 'GB 18030 (GBK)' },
    separator: 'CSV separator',
    separators: { auto: 'Detect', ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' },
    maxAge: 'Hours a file is valid',
    maxAgeHint: 'An older file is not read, so that an old list does not make people count as gone. Leave empty for no limit.',
    runs: 'Synchronise as soon as a file arrives',
    userFile: 'File of users',
    fileHint: 'xlsx or csv with the column names in the first row; always the whole list.',
    orgFile: 'File of organisations',
    choose: acts.chooseFile,
    change: 'Change file',
    rows: (name: string, rows: number) => `${name}, ${plural(rows, 'row')}`,
    stored: 'There is a file; you can change it',
    missing: 'Upload a file',
    inbox: 'Address files are sent to',
    inboxHint:
      'Send the content of the file with PUT or POST, and “Bearer TOKEN” in the header Authorization. For a file of organisations the address ends with /org.',
  },
  scim: {
    url: 'Address of the SCIM server',
    urlHint:
      'Its base, such as …/scim/v2. In the mapping the extension is enterprise.employeeNumber, and the groups of a user are groupIds.',
    secret: 'Bearer token',
    orgs: 'Organisations are read from',
    kinds: { Groups: 'Groups', Organizations: 'Organizations' },
  },
  cloud: {
    url: 'API address',
    urlHint: 'Needed for private deployments only.',
    rootDept: 'Root department ID',
    corpId: 'Company ID',
    members: 'What is read of members',
    memberKinds: { detail: 'Details', ids: 'Only IDs and departments' },
    wecomNote:
      'Self-built applications made after 20 June 2022 are not given phone number, email, gender, picture and address of members; from server addresses added after 15 August 2022 the secret of contacts synchronisation reads IDs and departments only. So go by ID, name and department, and write the phone number only where it is empty.',
    feishuQuota:
      'Feishu’s basic edition limits the API calls of a month: one full read of 100,000 users takes some 2,000 calls and one or more for each department. One full run a night is enough; use change notices for what happens by day.',
    callback: 'Change notices',
    callbackHint:
      'The platform tells this system when a user or department changes, which is then read within seconds; left empty, everything is read on schedule only.',
    callbacks: { eventToken: 'Token of notices', eventKey: 'Encryption key of notices' },
    callbackUrl: 'Address of notices',
    callbackLater: 'Shown once the task is saved',
    userId: 'User ID',
    userIds: { open_id: 'open_id', union_id: 'union_id', user_id: 'user_id' },
  },
}
