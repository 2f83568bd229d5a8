/**
 * Which module goes into which of the few pieces every page is made of (design/speed.md: about 12 requests, 335 kB).
 * A piece brings along what its modules need; what nobody names here is cut by the bundler itself.
 * budget.ts fails the build when a piece drags in too much.
 */
const anyOf = (folder: string, ...names: string[]) => new RegExp(`/${folder}/(?:${names.join('|')})(?:[./]|$)`)
/** Files of the contract, at its top or in a domain. */
const contractFiles = (...names: string[]) => new RegExp(`/contract/src/(?:[\\w-]+/)?(?:${names.join('|')})(?:\\.en)?\\.ts`)
/** Parts of the screen, whichever family they belong to. */
const ui = 'src/ui(?:/\\w+)*'

/** The start, the sign-in page, and what it shares with the console. */
const base = [
  // The ways in that are chosen come when they are: a password is what most people type.
  /\/src\/(?:main|auth\/(?!phone\/|certificate\/|face\/|second-factor\/|retrieve\/|proof-of-work\/(?!use-work)|passkey|scan|bind-|captcha-|without-|swap-|provider-))/,
  anyOf('node_modules', 'react', 'react-dom', 'scheduler'),
  /\/src\/platform\/(?!calls|dates|sign-in\/passkeys|pages|places|debounce|permission|names\/role-names|scroll-load|task-poll|transport\/encrypt-fallback|use-address-params|warnings)/,
  anyOf('src', 'screens'),
  contractFiles('text', 'text-rules', 'password-terms'),
]
/** What the shell and every page need. */
const shell = [
  // Those not named here come when somebody asks for them.
  /\/src\/shell\/(?!again|lock|forced-change|help|last-sign-in|navigation\/(?:neighbours|page-tabs)|new-version|watermark|appearance\/(?!appearance\.ts|accents)|password-|task-centre|palette|documents|impersonation|unauth|not-found|other-user|jumper)/,
  anyOf('node_modules', 'react-router', '@tanstack'),
  anyOf(
    'antd/es',
    'button',
    'checkbox',
    'config-provider/(?:index|defaultRenderEmpty)',
    'empty',
    'grid/hooks',
    'input/Input',
    'locale/(?!en_US)\\w+',
    'spin',
    'style/motion/collapse',
  ),
  anyOf('antd/es', 'table/TableMeasureRowContext', 'theme', '_util/hooks/useForceUpdate', '_util/motion', '_util/responsiveObserver'),
  anyOf(
    '@rc-component',
    'resize-observer',
    'tree/es/util',
    'tree/es/utils',
    'virtual-list',
    'pagination/es/locale',
    'pagination/lib/locale',
  ),
  anyOf('@rc-component/util/es', 'KeyCode', 'getScrollBarSize', 'mergeProps'),
  anyOf('@ant-design/icons/es/icons', 'UpOutlined', 'DownOutlined'),
  contractFiles(
    'call',
    'unlock-permit',
    'config',
    'file',
    'org',
    'screens',
    'shapes',
    'sign-in',
    'strength',
    'task',
    'user',
    'user-shapes',
    'impersonation',
  ),
  anyOf('src', 'platform/(?:calls|dates|debounce|permission|places|use-address-params)', 'pickers/(?:home-files|org/org-levels|text)'),
  anyOf(
    ui,
    'act-button',
    'ask',
    'can',
    'select-field',
    'confirm-act',
    'dropdown',
    'descriptions',
    'popover',
    'sign-out',
    'menu-icon',
    'page',
    'permitted',
    'toast-if-done',
    'toasts',
  ),
  anyOf(ui, 'flags', 'last-list', 'background-tasks', 'row-tools', 'splitter', 'states', 'tag', 'tabs', 'use-dialog', 'use-list-params'),
]
/** What lists are made of, and the tree beside them. */
const list = [
  anyOf(ui, 'data-table', 'search-bar', 'filters', 'batch-bar', 'date-range', 'density', 'list-tools', 'time'),
  anyOf(ui, 'use-list(?!-params)', 'use-selection', 'tree-view'),
  anyOf('@rc-component', 'tree'),
  anyOf('src', 'pickers/org/org-tree'),
]
/** How a row is shown to be enabled, and enabled: small parts, named once. */
const status = [
  anyOf(ui, 'list-text', 'enabled-tag', 'status-column', 'status-switch'),
  anyOf('antd/es', 'switch'),
  anyOf('@rc-component', 'switch'),
]
/** The screens of users, in any of their rooms. */
const users = 'src/domains/directory/user(?:/\\w+)?'
/** What the pages of people share. */
const people = [anyOf(users, 'text', 'position-attributes', 'person', 'list-params', 'use-user-acts', 'user-target', 'user')]

/** Half a kB each: apart, their names would weigh more in the list of what each page loads. */
const icons = [anyOf('@ant-design/icons/es/icons', 'PlusOutlined', 'MinusOutlined', 'MinusCircleOutlined', 'DeleteOutlined')]
/** What the pages of workflows share: one piece, named once by what leads to them. */
const workflow = [contractFiles('design', 'review-text', 'workflow'), anyOf('src/domains/governance/workflow', 'text', 'use-workflow-acts')]
/** What lists show of reviews: asked for by each, named once. */
const reviews = [
  contractFiles('review', 'review-shapes'),
  anyOf('src/pickers/review', 'pending-tag', 'pending-link', 'review-gate', 'outlook', 'review-text'),
]

/** Words of the access diagnosis and of the paths it shares with the pages of grants. */
const diagnosis = [anyOf('src/pickers/diagnosis', 'diagnosis-text', 'access-paths-text'), contractFiles('diagnosis', 'access')]
/** The timeline of an object. */
const timeline = [anyOf('src/pickers/timeline', 'timeline', 'timeline-entry', 'timeline-text')]
/** The lock of an account, shown in the head of its page and in a dialog. */
const lock = [anyOf(users, 'lock-note', 'lock-text', 'unlock-dialog')]

/** The first that names a module has it. */
export const chunks = Object.entries({ base, shell, list, status, people, icons, workflow, reviews, diagnosis, timeline, lock }).map(
  ([name, forms]) => ({
    name,
    test: (id: string) => forms.some(form => form.test(id.replaceAll('\\', '/'))),
  }),
)
