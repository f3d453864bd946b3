/** Those that call themselves something else too come first. Safari names its version apart. */
const families: readonly [pattern: RegExp, name: string][] = [
  [/MicroMessenger\/(\d{1,4})/, 'WeChat'],
  [/Edg\w?\/(\d{1,4})/, 'Edge'],
  [/Firefox\/(\d{1,4})/, 'Firefox'],
  [/Chrome\/(\d{1,4})/, 'Chrome'],
  [/Version\/(\d{1,4})[.\d]{0,20} (?:Mobile\/\w{1,20} )?Safari\//, 'Safari'],
]

/** Family and major version; nothing else of what a browser says of itself leaves it. */
export function browserName(userAgent: string): string {
  for (const [pattern, name] of families) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return 'Other 0'
}
