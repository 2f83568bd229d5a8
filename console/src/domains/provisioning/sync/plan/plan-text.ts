import { syncText } from '@hufu/contract/provisioning/sync'
import { acts, fields, named, states, things } from '@hufu/contract/text'
import { sharedText } from '../mapping/words-text.ts'
import { t } from '@hufu/contract/language'

const users = (count: number) => `${many(count)} ${count === 1 ? 'user' : 'users'}`

const many = t(
  (count: number) => count.toLocaleString('zh-CN'),
  count => count.toLocaleString('en-GB'),
)

export const text = {
  title: t('同步计划', 'Synchronisation plan'),
  titleOf: t(
    (name: string) => `${name} 的同步计划`,
    name => `Plan of ${name}`,
  ),
  about: (mode: string, time: string, who: string) => `${mode} · ${time} · ${who}`,
  clock: t('定时执行', 'on schedule'),
  byHand: t(
    (name: string) => `由 ${name} 发起`,
    name => `started by ${name}`,
  ),
  back: sharedText.back,
  refresh: acts.refresh,
  progress: sharedText.progress,
  state: fields.status,
  readOf: t(
    (org: number, user: number) => `机构 ${many(org)}，用户 ${many(user)}`,
    (org, user) => `${many(org)} ${org === 1 ? 'organisation' : 'organisations'}, ${users(user)}`,
  ),
  incomplete: t(
    '读取不完整，没有写入任何数据，也没有认定任何人离开',
    'Not everything could be read. Nothing was written, and nobody is taken to have left',
  ),
  incompleteTag: t('读取不完整', 'Read in part'),
  written: t(
    (written: number, failed: number) => (failed > 0 ? `成功 ${many(written)}，失败 ${many(failed)}` : `${many(written)} 条`),
    (written, failed) => (failed > 0 ? `${many(written)} succeeded, ${many(failed)} failed` : many(written)),
  ),
  facts: {
    state: fields.status,
    read: sharedText.read,
    written: sharedText.write,
    time: t('用时', 'Time taken'),
    released: t(acts.release, 'Released'),
    message: fields.explanation,
  },
  released: t(
    (who: string, time: string, reason: string | null) => [`${who}，${time}`, reason].filter(Boolean).join('：'),
    (who, time, reason) => [`${who}, ${time}`, reason].filter(Boolean).join(': '),
  ),
  duration: t(
    (seconds: number) => (seconds < 60 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`),
    seconds => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`),
  ),
  brake: {
    title: t('计划已刹车，尚未写入任何数据', 'The plan is held back; nothing has been written'),
    over: t('本次计划触发了刹车', 'The brake stopped this plan'),
    about: t(
      '来源的数据与上次相差过大。请先向来源确认，再决定是否放行。',
      'The source differs too much from last time. Ask those who keep it, then decide whether to release the plan.',
    ),
    until: t(
      (time: string) => `请在 ${time} 前处理，逾期作废。`,
      time => `Decide before ${time}; the plan lapses after that.`,
    ),
    lapses: t(
      (time: string) => `刹车持续到 ${time} 仍无人处理时，任务会停用。`,
      time => `If nobody has decided by ${time}, the task is disabled.`,
    ),
    askOther: t(
      (who: string) => `由 ${who} 发起，需要另一位管理员核对后放行。`,
      who => `Started by ${who}; another administrator has to check and release it.`,
    ),
    from: t(
      (time: string) => `没有其他管理员时，${time} 起可由发起人填写原因后放行。`,
      time => `If there is no other administrator, whoever started it may release it with a reason from ${time} on.`,
    ),
    copy: t('请他人确认', 'Ask somebody else'),
    copied: t('已复制此页地址，请发给另一位管理员', 'The address of this page is copied; send it to another administrator'),
    copyFailed: t('复制失败，请手动复制地址栏中的地址', 'It could not be copied, copy the address from the address bar'),
    link: t(
      (name: string, url: string) => `请核对同步任务“${name}”的计划：${url}`,
      (name, url) => `Please check the plan of the synchronisation task “${name}”: ${url}`,
    ),
    losses: t('离开最多的机构', 'Organisations that would lose the most'),
    loss: t(
      (name: string, count: number) => `${name} 离开 ${many(count)} 人，查看名单`,
      (name, count) => `${name} would lose ${users(count)}, show them`,
    ),
    people: t((count: number) => named.people(count), users),
  },
  planned: t(
    '演练得到的计划，尚未写入任何数据。核对后执行。',
    'This plan comes from a dry run; nothing has been written. Check it, then run it.',
  ),
  plannedIds: t(
    '更改标识的计划，尚未更改任何关联。执行后只更改关联和字段映射，不修改机构和用户。',
    'This plan changes IDs; no link has been changed yet. Running it changes links and the mapping alone, no organisation or user.',
  ),
  verdicts: t('按结果筛选', 'Filter by result'),
  counted: (name: string, count: number) => `${name} ${many(count)}`,
  todo: t('待写入', 'To write'),
  search: acts.findByName,
  orgOnly: t(
    (name: string) => `只看 ${name}`,
    name => `Only ${name}`,
  ),
  everyOrg: t('全部机构', states.allOrgs),
  rows: {
    list: t('计划列表', 'Plan'),
    none: t('没有这类数据', 'There are none of these'),
    open: t(
      (name: string) => `计划中的 ${name}`,
      name => `${name} in the plan`,
    ),
    name: fields.name,
    origin: sharedText.origin,
    org: { user: fields.mainOrg, org: fields.parentOrg },
    verdict: fields.result,
    changes: t('变化', 'Changes'),
    change: t(
      (label: string, before: string, after: string) => `${label}：${before} → ${after}`,
      (label, before, after) => `${label}: ${before} → ${after}`,
    ),
    given: t(
      (label: string, after: string) => `${label}：${after}`,
      (label, after) => `${label}: ${after}`,
    ),
    more: t(
      (count: number) => `另有 ${count} 项`,
      count => `${count} more`,
    ),
    done: sharedText.write,
    isDone: t('已写入', 'Written'),
    notDone: t('未写入', 'Not written'),
    goneRuns: t(
      (runs: number) => `第 ${runs} 次不存在`,
      runs => `Missing ${runs === 1 ? 'once' : `${runs} times`}`,
    ),
    empty: states.empty,
  },
  drawer: {
    field: t('字段名', 'Field'),
    before: t('当前', 'Now'),
    after: t('同步后', 'After'),
    problems: fields.explanation,
    object: t(acts.showUsers, 'Show the user'),
    orgObject: t('查看机构', 'Show the organisation'),
    noChanges: t('没有字段变化', 'No fields change'),
    decide: t('去处理冲突', 'Decide the conflict'),
  },
  acts: {
    download: t('下载计划', 'Download plan'),
    downloading: t('正在生成计划的表格', 'Making the sheet of the plan'),
    run: t('执行', 'Run'),
    release: acts.release,
    addChange: t('只做新增与修改', 'Only add and change'),
    discard: t('放弃', 'Discard'),
    runTitle: t('执行此计划？', 'Run this plan?'),
    releaseTitle: t('放行此计划？', 'Release this plan?'),
    addChangeTitle: t('只做新增与修改？', 'Only add and change?'),
    runText: t(
      '将按下面的计划写入。核对之后来源或本系统又有变化的，会留下不写并列出。',
      'The plan below is written. What has changed since, in the source or here, is left as it is and listed.',
    ),
    idsText: t(
      '将按下面的计划更改关联的标识和字段映射，不修改机构和用户；原系统ID由下一次同步更新。',
      'The IDs of links and the mapping are changed as planned below, no organisation or user is; the next run updates the IDs from the source system.',
    ),
    addChangeText: t(
      '只写入新增、修改和返回的；离开的保持原样，下次同步再判断。',
      'Only what is new, changed or back is written; what is gone stays as it is and is judged anew next time.',
    ),
    reason: fields.reason,
    reasonHint: t(
      '放行自己发起的计划需要填写原因，原因会留存在记录中。',
      'Releasing a plan you started yourself needs a reason, which is kept on record.',
    ),
    discardTitle: t('放弃此计划？', 'Discard this plan?'),
    discardText: t('不写入任何数据；下次执行会重新读取和比对。', 'Nothing is written; the next run reads and compares anew.'),
    discarded: t('已放弃', 'Discarded'),
  },
  report: {
    title: t('对账结果', 'Reconciliation'),
    fine: t('来源、关联与实有一致', 'What the source has, what is linked and what is here agree'),
    part: t(
      (count: number) => `部分成功，${many(count)} 条不一致`,
      count => `Partly done; ${many(count)} ${count === 1 ? 'does' : 'do'} not agree`,
    ),
    sums: {
      source: t('来源', 'In the source'),
      ignored: t(syncText.verdict.ignored, 'Ignored'),
      linked: t(sharedText.link, 'Linked'),
      stored: t('实有', 'Here'),
      different: t('不一致', 'Differing'),
    },
    differences: t('不一致的数据', 'What does not agree'),
    reason: fields.explanation,
    name: fields.name,
    origin: sharedText.origin,
    type: sharedText.object,
    more: t(
      (shown: number, count: number) => `仅列出前 ${many(shown)} 条，共 ${many(count)} 条。`,
      (shown, count) => `The first ${many(shown)} of ${many(count)}.`,
    ),
    all: t('查看全部', 'Show all'),
    user: things.user,
  },
} as const
