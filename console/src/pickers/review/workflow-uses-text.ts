import { t } from '@hufu/contract/language'
/** Sentences about workflows affected by a deletion. */
export const text = {
  used: t(
    (names: readonly string[]) =>
      `${names.length} 个启用的流程由其审批：${names.join('、')}。删除后没有其他审批人的步骤按流程的设置处理，不会自动通过。`,
    names =>
      `${names.length === 1 ? 'An enabled workflow asks' : `${names.length} enabled workflows ask`} its holders to approve: ${names.join(', ')}. After the deletion, steps without another approver go on as the workflow says; nothing is approved by itself.`,
  ),
}
