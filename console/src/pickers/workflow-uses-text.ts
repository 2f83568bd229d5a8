/** Sentences about workflows affected by a deletion. */
export const text = {
  used: (names: readonly string[]) =>
    `${names.length} 个启用的流程由其审批：${names.join('、')}。删除后没有其他审批人的步骤按流程的设置处理，不会自动通过。`,
}
