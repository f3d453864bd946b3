const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/OpenHarmony|HarmonyOS/, '鸿蒙设备'],
  // The distance is limited, because the pattern would be slow on a header of 16 KB that repeats Android.
  [/Android.{0,200}Mobile/, '安卓手机'],
  [/Android/, '安卓平板'],
  [/Windows/, 'Windows 电脑'],
  [/Macintosh/, 'Mac 电脑'],
  [/Linux|CrOS/, 'Linux 电脑'],
]
/** Browsers whose header also names another browser come first. */
const browsers: [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/Edg\//, 'Edge 浏览器'],
  [/Firefox\//, 'Firefox 浏览器'],
  [/Chrome\//, 'Chrome 浏览器'],
  [/Safari\//, 'Safari 浏览器'],
]

/** Returns a device name made only of words in these lists, without any text from the header. */
export function deviceNameOf(userAgent: string): string {
  const first = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = first(systems) ?? '其他设备'
  const browser = first(browsers)
  return browser ? `${system} · ${browser}` : system
}
