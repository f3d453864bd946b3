const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/OpenHarmony|HarmonyOS/, '鸿蒙设备'],
  // bounded: a header of 16 KB may say Android two thousand times
  [/Android.{0,200}Mobile/, '安卓手机'],
  [/Android/, '安卓平板'],
  [/Windows/, 'Windows 电脑'],
  [/Macintosh/, 'Mac 电脑'],
  [/Linux|CrOS/, 'Linux 电脑'],
]
/** those that call themselves something else too come first */
const browsers: [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/Edg\//, 'Edge 浏览器'],
  [/Firefox\//, 'Firefox 浏览器'],
  [/Chrome\//, 'Chrome 浏览器'],
  [/Safari\//, 'Safari 浏览器'],
]

/** What a page runs on, as its owner would say it. In words of this list only: none of the header's own are kept. */
export function deviceOf(userAgent: string): string {
  const first = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = first(systems) ?? '其他设备'
  const browser = first(browsers)
  return browser ? `${system} · ${browser}` : system
}
