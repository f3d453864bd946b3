import { listCodeFiles, type SourceTree } from '../tree.ts'

const front = /^(client|site|ui|apps\/[^/]+)\/src\//
const test = /\.test\.tsx?$/
const home = 'client/src/clock.ts'
/** Matches code that reads the device's clock; `new Date(at)` does not read it. */
const reading = /\bDate\.now\b|\bnew Date\(\s*\)|(?<![\w.])Date\(\s*\)/
const modules = /^server\/src\/modules\//
/** These files may read the clock: they compare file times, or name a folder by the minute. */
const ofTheDisk = new Set([
  'server/src/modules/file/service/delete-unused.ts',
  'server/src/modules/file/service/content.ts',
  'server/src/modules/credits/certification_grant/service/draw-print.ts',
])
const shown = /^(client|site|ui|contract|server|apps\/[^/]+)\/src\//
const zoned =
  /\.(?:get(?:FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)|to(?:LocaleDate|LocaleTime|Date)String)\(|\b(?:current_date|current_timestamp|localtimestamp)\b/

/** Checks that server modules use app_now() and Shanghai's days, because anybody can change a device's clock. */
export function checkClocks(tree: SourceTree): string[] {
  return listCodeFiles(tree).flatMap(([path, text]) => {
    if (test.test(path)) return []
    return text.split('\n').flatMap((line, index) => {
      const problem = problemIn(path, line)
      return problem ? [`${path}:${index + 1}: ${problem}`] : []
    })
  })
}

function problemIn(path: string, line: string): string | null {
  if (shown.test(path) && zoned.test(line))
    return 'goes by the zone of the process, the database or the device; use shanghaiDay, formatDate or shanghai_date()'
  if (!reading.test(line) || path === home) return null
  if (front.test(path)) return `reads the device's clock; use steadyNow or deviceNow of ${home}`
  if (modules.test(path) && !ofTheDisk.has(path)) return 'reads the clock of the process; rules go by app_now()'
  return null
}
