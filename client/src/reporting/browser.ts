/** A browser whose user agent contains another's name comes first. */
const families: readonly [pattern: RegExp, name: string][] = [
  [/MicroMessenger\/(\d{1,4})/, 'WeChat'],
  [/Edg\w?\/(\d{1,4})/, 'Edge'],
  [/Firefox\/(\d{1,4})/, 'Firefox'],
  [/Chrome\/(\d{1,4})/, 'Chrome'],
  [/Version\/(\d{1,4})[.\d]{0,20} (?:Mobile\/\w{1,20} )?Safari\//, 'Safari'],
]

/** Only the browser's family and major version are sent. */
export function parseBrowserName(userAgent: string): string {
  for (const [pattern, name] of families) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return 'Other 0'
}
