import { acts, fields, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const pushes = (count: number) => plural(count, 'push', 'pushes')

export const text = {
  off: t('该应用没有开启推送', 'This application receives no pushes'),
  offHint: t(
    '在“令牌与推送”中填写推送地址、对象和密钥并开启后，用户和机构的变化会自动通知该应用。',
    'Enter the push address, objects and secret in “Tokens and push” and switch pushes on; the application is then told of changes of users and organisations by itself.',
  ),
  states: {
    open: { name: states.fine, says: t('变化提交后几秒内通知该应用。', 'The application is told of changes within a few seconds.') },
    held: {
      name: t('等待放行', 'Held back'),
      says: t(
        '短时间内停用或删除过多，这些通知已暂停，其余照常推送。',
        'Too many were disabled or deleted in a short time, so these pushes are held back; the others go on as usual.',
      ),
    },
    broken: {
      name: t('无应答', 'No answer'),
      says: t(
        '多次推送没有应答，稍后自动重试；未送达的变化不会丢失。',
        'Several pushes were not answered; they are tried again later, and no change is lost.',
      ),
    },
  },
  fields: {
    state: fields.status,
    object: t('推送对象', 'Pushed'),
    queued: t('等待推送', 'Waiting'),
    waitingSince: t('最早等待自', 'Waiting since'),
    lastTime: t('最近成功', 'Last success'),
    lastError: t('最近失败', 'Last failure'),
    failed: t('未送达', 'Not delivered'),
    told: t('已告知', 'Told of'),
    retry: t('下次重试', 'Next try'),
  },
  objects: { user: t(things.user, 'Users'), org: t(things.org, 'Organisations'), all: t('用户和机构', 'Users and organisations') } as const,
  count: t(
    (count: number) => `${count} 个`,
    count => `${count}`,
  ),
  told: t(
    (user: number, org: number) => `${user} 名用户，${org} 个机构`,
    (user, org) => `${plural(user, 'user')}, ${plural(org, 'organisation')}`,
  ),
  openLog: t('查看失败记录', 'Show failures'),
  log: things.syncLog,
  manners: {
    kind: {
      label: t('推送方式', 'Format'),
      options: { json: t('签名的 JSON', 'Signed JSON'), scim: 'SCIM 2.0' },
      hint: t(
        'SCIM 时推送地址填写对方的基地址（如 https://…/scim/v2），推送密钥填写对方的 Bearer 令牌；机构作为组推送，用户只停用不删除。',
        'For SCIM the push address is the base address of the other side (such as https://…/scim/v2) and the push secret its bearer token. Organisations are pushed as groups; users are disabled, never deleted.',
      ),
      saved: t('保存成功，全部对象将按新方式重新比对', 'Saved; all objects will be compared again for the new format'),
    },
    phone: {
      label: fields.phone,
      options: { masked: t('推送脱敏手机号', 'Push masked phone numbers'), clear: t('推送完整手机号', 'Push whole phone numbers') },
      hint: t(
        '完整手机号只应推送给确需使用的应用；密码和身份证号从不推送。',
        'Whole phone numbers should go only to applications that need them; passwords and ID card numbers are never pushed.',
      ),
      saved: t('保存成功，之后的推送按新设置', 'Saved; later pushes follow the new setting'),
    },
    scope: {
      label: t('推送哪些用户', 'Which users'),
      options: { all: t('全部用户', 'All users'), entitled: t('仅有权使用该应用的用户', 'Only users who may open the application') },
      hint: t(
        '仅推送有权者时，得到授权的用户自动推送，失去授权的按删除通知，一次过多同样等待放行。改回全部用户后请全量推送。',
        'Then users who are granted the application are pushed by themselves, and those who lose it are told as deleted; too many at once wait to be released. After going back to all users, push everything.',
      ),
      saved: t('保存成功，几秒内开始按授权比对', 'Saved; within seconds users are compared with who may open the application'),
    },
  },
  held: t(
    (count: number, limit: number) => `${count} 个停用或删除的通知等待放行（同时超过 ${limit} 个时暂停）`,
    (count, limit) =>
      `${pushes(count)} about disabling or deleting ${count === 1 ? 'is' : 'are'} held back (as soon as there are more than ${limit} at once)`,
  ),
  heldSince: t(
    (time: string) => `自 ${time} 起暂停`,
    time => `Held back since ${time}`,
  ),
  release: acts.release,
  releaseTitle: t('放行停用和删除的通知？', 'Release the pushes about disabling and deleting?'),
  releaseText: t(
    (count: number) => `放行后将把 ${count} 个停用或删除通知该应用，不能撤回。`,
    count => `The application is then told to disable or delete ${plural(count, 'object')}. This cannot be undone.`,
  ),
  reason: fields.reason,
  askOther: t('请另一位管理员核对后放行', 'Ask another administrator to check and release them'),
  askOtherUntil: t(
    (time: string) => `请另一位管理员放行；没有其他管理员时，您可在 ${time} 后填写原因放行`,
    time => `Ask another administrator to release them; if there is none, you can release them yourself after ${time}, giving a reason`,
  ),
  released: t(
    (count: number) => `已放行 ${count} 个`,
    count => `${pushes(count)} released`,
  ),
  dryRun: t('预演', 'Dry run'),
  dryRunHint: t(
    '比较该应用已知的内容与现在的内容，只计算、不发送。',
    'Compares what the application knows with what is true now; nothing is sent.',
  ),
  dryRunAgain: t('重新预演', 'Dry run again'),
  align: t('全量推送', 'Push all'),
  alignTitle: t('全量推送？', 'Push all?'),
  alignText: t(
    '把该应用还不知道的内容全部通知它，已一致的不再发送。建议先预演。',
    'Tells the application everything it does not know yet; what matches is not sent again. Try a dry run first.',
  ),
  partial: t(
    (compared: number) => `对象较多，只比较了前 ${compared} 个`,
    compared => `There are many objects; only the first ${compared} were compared`,
  ),
  counts: {
    insert: acts.add,
    update: t(acts.modify, 'Change'),
    disable: t(states.disabled, 'Disable'),
    delete: acts.remove,
    unchanged: t('一致', 'Same'),
  } as const,
  operates: { insert: acts.add, update: t(acts.modify, 'Change'), delete: acts.remove } as const,
  first: t('其中', 'Some of them'),
  nothing: t('已全部一致，无需推送', 'Everything matches, there is nothing to push'),
} as const
