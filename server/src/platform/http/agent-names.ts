const OTHER = '其他'
const browsers: [RegExp, string][] = [
  [/MicroMessenger\/([\d.]+)/, '微信'],
  [/Edg\/([\d]+)/, 'Edge'],
  [/Firefox\/([\d]+)/, 'Firefox'],
  [/Chrome\/([\d]+)/, 'Chrome'],
  [/Version\/([\d]+).*Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Windows NT 10/, 'Windows 10'],
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Kylin|UOS|Linux/, 'Linux'],
]

/** The browser's name and version, as shown in logs. */
export const browserOf = (agent: string): string => {
  const hit = browsers.map(([form, name]) => ({ name, found: form.exec(agent) })).find(({ found }) => found)
  return hit ? `${hit.name} ${hit.found![1]}` : OTHER
}

export const systemOf = (agent: string): string => systems.find(([form]) => form.test(agent))?.[1] ?? OTHER
