import { codeFiles, type Tree } from '../tree.ts'

const front = /^(client|site|ui|apps\/[^/]+)\/src\//
const test = /\.test\.tsx?$/
const home = 'client/src/clock.ts'
/** `new Date(at)` reads no clock */
const reading = /\bDate\.now\b|\bnew Date\(\s*\)|(?<![\w.])Date\(\s*\)/

/** Pages read the device's clock in one place, where whoever needs the time says which clock: no countdown goes by one that anybody can set. */
export function checkClocks(tree: Tree): string[] {
  return codeFiles(tree).flatMap(([path, text]) => {
    if (!front.test(path) || test.test(path) || path === home) return []
    return text
      .split('\n')
      .flatMap((line, index) =>
        reading.test(line)
          ? [
              `${path}:${index + 1}: reads the device's clock; use steadyNow or deviceNow of ${home}`,
            ]
          : [],
      )
  })
}
