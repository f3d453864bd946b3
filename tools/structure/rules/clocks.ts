import { codeFiles, type Tree } from '../tree.ts'

const front = /^(client|site|ui|apps\/[^/]+)\/src\//
const test = /\.test\.tsx?$/
const home = 'client/src/clock.ts'
/** `new Date(at)` reads no clock */
const reading = /\bDate\.now\b|\bnew Date\(\s*\)|(?<![\w.])Date\(\s*\)/
const modules = /^server\/src\/modules\//
/** they compare with the times of files on the disk, or name a folder by the minute */
const ofTheDisk = new Set([
  'server/src/modules/file/service/tidy.ts',
  'server/src/modules/file/service/keep.ts',
  'server/src/modules/certification_grant/service/draw-print.ts',
])
const shown = /^(client|site|ui|contract|server|apps\/[^/]+)\/src\//
const zoned =
  /\.(?:get(?:FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)|to(?:LocaleDate|LocaleTime|Date)String)\(|\b(?:current_date|current_timestamp|localtimestamp)\b/

/**
 * Pages read the device's clock in one place, where whoever needs the time says which clock: no countdown goes by one that anybody can set. Modules of the
 * server take the time from app_now(). A day is Shanghai's, in whatever zone a process, a database or a device lives.
 */
export function checkClocks(tree: Tree): string[] {
  return codeFiles(tree).flatMap(([path, text]) => {
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
  if (modules.test(path) && !ofTheDisk.has(path))
    return 'reads the clock of the process; rules go by app_now()'
  return null
}
