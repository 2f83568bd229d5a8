/** Titles of journeys by the name of their file. */
type Journeys = Readonly<Record<string, readonly string[]>>

/** The main paths of the product: in every run of `npm test`. */
export const goldenJourneys: Journeys = {
  account: ['D-32, AUTH-28 in the personal centre a user binds a telephone with the code sent to it, and unbinds it'],
  'account-apps': ['CAS-13 a user with applications but no menu lands at 我的应用, opens one in a chosen job and changes the job there'],
  'api-auth': ['ROUTE-29, ENT-08 a system signs in with its own secret and can call what it was granted, until the grant is removed'],
  'app-roles': ['ROUTE-19, X-APPRES-09 a role of an application is created, given resources with the gains shown, and granted'],
  apps: ['ENT-04, X-APP-04, X-APPGROUP-02 the first application is added with its group; its secret is shown only once'],
  audit: [
    'ENT-13, ROUTE-33 a user finds the record of their own change, sees each field before and after, and its integrity',
    'T28 the chain is verified on the screen; exported evidence is verified by plain Node, which reports one changed byte',
  ],
  authorize: [
    'ROUTE-24, X-AUTHZ-01 to X-AUTHZ-05 rights are granted to a user, changed with the loss shown, explained and revoked',
    'ROUTE-25, ROUTE-27, ROUTE-28, ENT-07 a permission group is created, filled, granted to an organisation, and revoked',
  ],
  'business-lines': [
    'ROUTE-51, X-STRIPE-04 to X-STRIPE-07 a business line is added, copied, disabled and deleted in the list of business lines',
  ],
  cas: ['CAS-11 a CAS application sends a user to sign in and greets them; signing out there also signs out of the console'],
  certificate: ['LOGIN-05 the extension of the issuer signs, and the console opens'],
  clicks: [
    'a thousand users with seventeen faulty rows are all imported with six clicks',
    'an account is unlocked with one click',
    'an application is granted to an organisation with five clicks',
  ],
  connect: ['a wrong request of an application is shown as it arrives, beside what is registered, until it is right'],
  'data-clean': [
    'ROUTE-76, X-CLEAN-03 to X-CLEAN-05 rows are counted before they are deleted, a typed word confirms, the log shows the result',
  ],
  'data-history': ['ROUTE-75, X-HISTORY-05 a change is found, shown by field and restored; what cannot be restored is shown first'],
  decrypt: ['ROUTE-77, USER-25 a text is encrypted and decrypted, its use is listed below, and a reason is required'],
  'delegated-admins': [
    'PERM-27, ROUTE-45, ROUTE-50 a third of the tree is delegated, delegated onward with less, and reduced after a warning',
  ],
  devops: ['ROUTE-74 types at the left, items at the right: an item is added, moved by keyboard, and then offered for an organisation'],
  english: ['rule 10: with HUFU_LANGUAGE=en the sign-in page is English and contains no Chinese character'],
  'first-steps': ['D-46 FORCE-02 the first sign-in shows exactly one dialog, and no call is refused before the password is changed'],
  hostile: [
    'T1 the page runs only its own scripts, cannot be framed by others, and sends no referrer',
    'T1, T25 forty payloads in every stored text run on no screen, for any user',
  ],
  'identity-providers': ['decision 0090 an administrator configures a provider, and a new colleague signs in through it'],
  impersonation: ['decision 0016 a super administrator views the console as a delegated administrator, can change nothing, and returns'],
  import: ['ENT-16, beyond 1 a workbook of users is checked in a dry run, reviewed row by row, and written only by 导入'],
  inbox: ['消息中心 counts unread messages, opens what they are about, and marks them as read one by one or all at once'],
  labels: ['ROUTE-59 users are picked for a manual label; a label by rule finds them while the rule is edited, and keeps them'],
  menus: ['ENT-06, ROUTE-72, SHELL-04 /devops/menu adds, edits and deletes a node; menu/page and the left menu show each step'],
  oidc: ['OP-02, OP-55 an application sends a user to sign in and greets them; signing out of the console requires a new sign-in'],
  orgs: [
    'ENT-02, ROUTE-46 /organiz/org-list adds, edits and deletes an organisation, and v3/org/page shows each step',
    'an organisation moves by dialog, by buttons, to a place and by drag in the tree',
  ],
  'page-policy': ['T1 the page is served with its policy under every name; only built files are served, for a year if the name has a hash'],
  passkey: ['a user registers a passkey in the personal centre, signs in with it alone, renames it and removes it'],
  person: ['the access diagnosis names the missing grant and fixes it'],
  phone: [
    'D-27, ROUTE-02 /retrieve: telephone, account, new password; then back on the sign-in page with a message',
    'LOGIN-02, LOGIN-10, LOGIN-11 a telephone and the six digits sent to it open the console',
  ],
  push: ['USER-38, ROUTE-62, X-SYNC-11 to X-SYNC-13 users are pushed from the list; a refused push is retried from the log'],
  quartz: ['ROUTE-80 a job is scheduled by preset and by expression, run at once by keyboard, and its run is in the log'],
  'review-forms': ['D-53 the form of a new user shows the steps, lets the applicant choose examiners, and submits'],
  reviews: ['ROUTE-31, ENT-10 an examiner approves twenty users by keyboard, previews one and rejects it with an opinion'],
  roles: ['ENT-05, ROUTE-65, ROUTE-66 a role is created, given rights with the gains shown, and granted; its holder sees these menus'],
  routes: ['LOGIN-27, LOGIN-28, SHELL-27 a user who signs in next in the same tab finds nothing of the previous one'],
  saml: ['SAML-40 an application is added by pasting its metadata, and signs users in from then on'],
  'security-config': [
    'CONF-10, T27 rules that lock out their author stay pending: reverted by hand, by time, or confirmed from an allowed address',
  ],
  'segregated-roles': [
    'N-14, D-53 the system administrator submits, the security administrator sets up and approves, the audit administrator reads',
  ],
  separation: ['decision 0015 two of the three agree on their first pages; the security administrator then replaces super administrators'],
  'sign-in': [
    'FORCE-02, FORCE-05 to FORCE-07, FORCE-09, ERR-03, N-13 the first password must be changed first, and the session goes on with the new one',
    'LOGIN-01, LOGIN-09, LOGIN-12, LOGIN-19, CONST-01 name and password open the console; the token is in local storage',
  ],
  stats: ['ROUTE-35 sign-ins appear in the charts, tables and files of the day, which link to the log'],
  sync: [
    'ENT-14, ROUTE-61, X-SYNC-03, X-SYNC-09, X-SYNC-10 the first source goes from an empty page by five steps and a plan to users',
    'X-SYNC-10, D-56 the brake stops a source that returns nothing; another administrator releases only additions and changes',
  ],
  'two-tabs': ['N-12 a code of another user first asks, naming both; if declined, everything stays and the code is still valid'],
  users: [
    'ENT-03 ROUTE-42 USER-56 a deleted user is listed among the deleted and can be restored',
    'ENT-16 TASK-06 TASK-07 the progress is shown, the file downloads by itself and the dialog closes',
    'ROUTE-39 ENT-03 FIELD-02 FIELD-03 a user is added; blanks and emoji are removed, a user name is generated from the name',
    'ROUTE-40 FIELD-08 editing begins with the stored values; the own number of the user is no duplicate',
  ],
  watch: ['ROUTE-36, X-UNLOCK-02 an administrator sees the failed sign-ins of a user and unlocks them; they can sign in at once'],
  workbench: ['Ctrl+K opens a page by pinyin, a user and an organisation; Escape returns the focus'],
  workflow: ['ROUTE-79, X-WORKFLOW-08, X-WORKFLOW-09, X-WORKFLOW-10 three steps are built, reordered, saved and deployed by keyboard'],
}

/** What a page does by itself, in the window that stays open: so cheap that they are in every run, too. */
export const openWindowJourneys: Journeys = {
  appearance: [
    'each accent colour is readable in the light and the dark theme, and is stored in the browser',
    'the user can choose large letters and colours safe for the colour-blind',
    'with the watermark on, the name of the user covers every page and does not take clicks',
  ],
  apps: [
    'X-APP-01 an enabled application is shown in colour, a disabled one in grey; both show their remark',
    'X-APP-05 an address is checked while it is typed, and removing one must be confirmed',
    'X-APP-05 the attributes of a user that an application receives are composed by name and source',
  ],
  audit: [
    'ENT-36, FIELD-14, FIELD-25 the list starts with seven days, offers preset ranges, and keeps its filters in the address',
    'operations are chosen from a searchable list, grouped by module and filtered by the chosen module',
  ],
  'client-certificate': ['MTLS-06 a certificate is pasted at an application, and the console explains each authentication method'],
  connect: ['leaving the page before the new secret was saved must be confirmed'],
  devops: ['ROUTE-81 a picture is previewed before it is saved, and files are ordered by keyboard'],
  fields: [
    'ENT-36, FIELD-19 to FIELD-21 a long range field offers three more presets',
    'FIELD-22 to FIELD-24, FIELD-14, ENT-36 a date range shows 至, allows no day after today and sends whole days',
    'FIELD-24 a single day is shown as yyyy-MM-dd and lasts to its end',
    'USER-48 a user name typed by hand stays, even if the generated one arrives later',
    'a suggested user name that arrives in the focused field is overwritten by typing',
    'bad input 49 pressing twice saves once; ten thousand characters are cut to fifty',
  ],
  'filter-chips': [
    'a typed filter gets a chip when the search runs, and not before',
    'chips show times, organisations and users by name',
    'one filter is removed by its chip, also with the keyboard, and all at once if there are several',
    'the active filters of a list are named beside its tools',
  ],
  help: [
    '? typed into a field opens no guide, a page with its own keys keeps ?, and a dialog gets its guide on top',
    'F1 or ? opens the guide of the page beside it, and the page stays usable',
    'a narrow window shows the guide as a full panel',
    'all guides can be searched with the keyboard alone, and nothing is stored',
  ],
  import: ['a file that is no workbook is refused with its reason, and the page accepts the next file'],
  labels: ['ROUTE-54, X-ORGSET-03 the rule of user names is set with its example shown, and takes effect at once'],
  lists: [
    'Space previews a row beside the list, arrows move on, and Escape returns to the row',
    'a hidden column of organisations stays hidden',
    'a list shows its number of rows beside its title, and cut text in full on hover',
    'going to the next page before the list has been sorted keeps the new order',
    'hovering over a time shows how long ago it was',
    'in a window too narrow for all columns none is cut: the last are hidden until the user chooses',
    'rows are 32, 38 or 48 px high, as the user chooses, on every page',
    'the next page is one click away and a distant one its number; the order stays',
    'whether the query form was expanded is remembered',
    'the tree can be hidden and shown again, and stays so after a reload',
  ],
  'load-more': [
    'CONST-20 a held role that is not loaded yet is not lost with the next tick',
    'CONST-20 delegations to copy from load more on scrolling',
    'CONST-20 found menus load more on scrolling',
    'CONST-20 found organisations load more within 10 px of the end, and the last one can be chosen',
    'CONST-20 the menu tree shows every menu, however many pages there are',
    'CONST-20 the role picker of an application user loads more on scrolling; held roles stay ticked until unticked',
    'CONST-20 the user picker loads more on scrolling',
  ],
  notices: ['D-01 an error that a page shows in place of a record is not repeated in a dialog'],
  orgs: [
    'X-ORG-11 to X-ORG-13 a value already in use is reported while typing; < and > with the characters found',
    'adding is disabled until the root of the tree is loaded',
  ],
  'security-config': [
    'CONF-09 the blacklist is filled from a text file',
    'CONF-11, T27 the last sign-in method cannot be disabled; a number out of bounds cannot be typed',
    'FIELD-11 to FIELD-13, ERR-14 the encryption dialog trims, holds 32 characters, offers md5 and sm3, and sends no request',
  ],
  stats: ['range and unit are in the address; weeks add up their days, and a range that is too long is cut'],
  sync: ['X-SYNC-04 the preview marks an unusable value while the mapping is edited; a stored secret is never shown and stays'],
  'sync-relink': [
    'F7, F10 15 the steps say what WeCom no longer provides, that Feishu needs nightly runs only, and that sources skip reviews',
  ],
  users: [
    'CONST-06 a line of text is limited to 50 characters',
    'CONST-24 a row with more than two tools shows two and 更多',
    'FIELD-01 < and > are reported with the characters found',
    'FIELD-04 FIELD-05 FIELD-06 FIELD-07 FIELD-08 a value already in use is reported while typing',
    'SHELL-19 SHELL-20 button routes have a back button, and hideBack decides elsewhere',
    'a generated password is shown once',
    'an id is never shown in place of a name that is still loading or of a disabled entry',
    'an organisation is chosen in the dialog, and none twice',
    'leaving a form with typed values must be confirmed',
    'the tree and the rows can be used by keyboard',
  ],
  workbench: [
    '/ focuses the query field, but is a plain character while typing',
    'the palette finds applications, actions and settings tabs, and remembers what was chosen',
  ],
}

/** Files of kills, floods, whole builds, and the test of a test: only in `npm run test:all`, or if they themselves are changed. */
export const releaseJourneys: readonly string[] = ['accessibility-check', 'crash', 'drills', 'plain-console', 'scim-killed']
