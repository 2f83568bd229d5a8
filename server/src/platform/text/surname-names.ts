/** Surnames whose own reading (Xiandai Hanyu Cidian) pinyin-pro does not know. */
export const surnames: ReadonlyMap<string, string> = new Map(
  Object.entries({ 种: 'chong', 么: 'yao', 佴: 'nai', 祭: 'zhai', 黑: 'he', 贠: 'yun', 洗: 'xian', 秘: 'bi', 炅: 'gui', 角: 'jue' }),
)
